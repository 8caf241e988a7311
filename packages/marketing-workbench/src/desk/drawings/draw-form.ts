import { escapeTags } from '../../site/escape-xml.ts';
import type { FormDescription } from './description.ts';
import { drawControl, LEFT } from './draw-controls.ts';
import {
  type DrawnBox,
  drawCircle,
  drawPath,
  drawRect,
  drawWords,
  LINE_HEIGHT,
  wrapText,
} from './shapes.ts';

/**
 * Figures in texts are 360 units wide, and their text is 14 units high, so that it is legible on a
 * phone.
 */
const DRAWING_WIDTH = 360;
const FRAME_LEFT = 8;
const FRAME_WIDTH = DRAWING_WIDTH - 2 * FRAME_LEFT;
const GAP = 16;
const MARK_X = 336;
const MARK_RADIUS = 11;
/** Distance between a control and the ring around it. */
const RING_GAP = 6;

/** Style sheet of the figures that were drawn by hand. */
const STYLE = `.bg{fill:#fbf7f0}.ink{fill:#2b2620}.soft{fill:#6b6257}.line,.check{fill:none;stroke:#8a7f72;stroke-width:1.5}.box{fill:#fff;stroke:#8a7f72;stroke-width:1.5}.sunken{fill:#f3ece0}.knob{fill:#8a7f72}.accent{fill:#b4501e}.ring{fill:none;stroke:#b4501e;stroke-width:2.5}.accent2{fill:#2f6f62}.box.chosen{stroke:#2f6f62;stroke-width:3}.on{fill:#fff}.check{stroke:#fff;stroke-width:2.5}.bold{font-weight:700}.code{font-family:ui-monospace,monospace}
@media (prefers-color-scheme:dark){.bg{fill:#221e1a}.ink{fill:#f1eae0}.soft{fill:#b8ad9f}.line{stroke:#8f8477}.box{fill:#2d2823;stroke:#8f8477}.sunken{fill:#14110f}.knob{fill:#8f8477}.accent{fill:#f09a66}.ring{stroke:#f09a66}.accent2{fill:#7cc4b3}.box.chosen{stroke:#7cc4b3}.on{fill:#221e1a}.check{stroke:#221e1a}}`;

/** Draws an SVG of the form, with a numbered ring around each marked control. */
export function drawForm({ title, window, controls }: FormDescription): string {
  const bar = wrapText(window, FRAME_WIDTH - 2 * (LEFT - FRAME_LEFT));
  const barBottom = FRAME_LEFT + bar.length * LINE_HEIGHT + GAP;
  let y = barBottom + GAP;
  const drawn = controls.map((control) => {
    const { svg, height, marked } = drawControl(control, y);
    y += height + GAP;
    return svg + (control.mark === undefined ? '' : drawMark(control.mark, marked));
  });
  const height = y + FRAME_LEFT;
  const frame = { x: FRAME_LEFT, y: FRAME_LEFT, width: FRAME_WIDTH, height: y - FRAME_LEFT };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_WIDTH} ${height}" width="${DRAWING_WIDTH}" height="${height}" class="stretch" role="img" aria-labelledby="t" font-family="'Source Sans 3', system-ui, sans-serif" font-size="14"><title id="t">${escapeTags(title)}</title>\n`,
    `<style>${STYLE}</style>\n`,
    drawRect('bg', { x: 0, y: 0, width: DRAWING_WIDTH, height }, 12),
    drawRect('box', frame, 8),
    drawWords(bar, { x: LEFT, y: FRAME_LEFT + GAP / 2, look: 'soft' }),
    drawPath(`M${FRAME_LEFT} ${barBottom}h${FRAME_WIDTH}`),
    ...drawn,
    '</svg>\n',
  ].join('');
}

function drawMark(mark: number, { x, y, width, height }: DrawnBox): string {
  const ring = {
    x: x - RING_GAP,
    y: y - RING_GAP,
    width: width + 2 * RING_GAP,
    height: height + 2 * RING_GAP,
  };
  const right = ring.x + ring.width;
  const [markX, markY] = right < MARK_X - MARK_RADIUS ? [right, ring.y] : [MARK_X, y + height / 2];
  const number = drawWords([String(mark)], {
    x: markX,
    y: markY - 9,
    look: 'on',
    style: { isBold: true },
    isCentred: true,
  });
  return drawRect('ring', ring, 8) + drawCircle('accent', markX, markY, MARK_RADIUS) + number;
}
