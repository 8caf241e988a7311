import type { EnginePage } from './engine-page.ts';

/** A text of a drawing, in units as high as those of its narrow form. */
export type DrawnText = {
  readonly text: string;
  readonly left: number;
  /** A capital letter's top. */
  readonly top: number;
  readonly right: number;
  /** The lowest point of a letter such as “g”. */
  readonly bottom: number;
  /** Width and height of the drawing. */
  readonly picture: readonly [width: number, height: number];
};

const AT_ONCE = 24;

/** The texts of all drawings, by their numbers, in the order in which they stand in each. */
export async function measureDrawings(
  page: EnginePage,
  count: number,
): Promise<readonly (readonly DrawnText[])[]> {
  const texts: (readonly DrawnText[])[] = [];
  for (let first = 0; first < count; first += AT_ONCE)
    texts.push(...(await page.run(measureInPage, first, Math.min(AT_ONCE, count - first))));
  return texts;
}

function measureInPage(first: number, count: number): Promise<readonly DrawnText[][]> {
  // Of Source Sans 3, in parts of its size.
  const [CAPITAL, DESCENDER] = [0.66, 0.21];
  const measureText = (text: SVGTextElement, scale: number, picture: readonly [number, number]) => {
    const matrix = text.getScreenCTM();
    const box = text.getBBox();
    const size = Number.parseFloat(getComputedStyle(text).fontSize);
    const baseline = Number(text.getAttribute('y'));
    const corners = [
      [box.x, baseline - CAPITAL * size],
      [box.x + box.width, baseline + DESCENDER * size],
    ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix ?? undefined));
    const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => y / scale)];
    return {
      text: text.textContent ?? '',
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
      picture,
    };
  };
  const measure = async (number: number) => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width:700px;height:1400px;border:0';
    frame.src = `/${number}`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    const svg = frame.contentDocument?.documentElement;
    if (!(frame.contentDocument && svg)) throw new Error(`The drawing ${number} did not load.`);
    const { width, height } = svg.getBoundingClientRect();
    // A layout requests the fonts.
    await Promise.all([...frame.contentDocument.fonts].map((font) => font.load()));
    const viewBox = svg.getAttribute('viewBox')?.split(/[ ,]+/).map(Number) ?? [];
    const scale = height / (viewBox[3] ?? height);
    const picture = [width / scale, height / scale] as const;
    const texts = [...frame.contentDocument.querySelectorAll('text')].map((text) =>
      measureText(text, scale, picture),
    );
    frame.remove();
    return texts.filter(({ text }) => text.trim() !== '');
  };
  return Promise.all(Array.from({ length: count }, (_, index) => measure(first + index)));
}
