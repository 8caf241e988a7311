export type Heading = {
  readonly id: string;
  /** Part of the sanitised text, without links. */
  readonly html: string;
};

const TOP_HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/g;
/** Below this a text is read faster than its contents. */
const HEADINGS_MIN = 4;

/** The headings that a text's table of contents lists, of the HTML that the content compiler wrote; none of a short text. */
export function listContents(html: string): readonly Heading[] {
  const headings = Array.from(html.matchAll(TOP_HEADING), ([, id = '', label = '']) => ({
    id,
    html: label.replace(/<\/?a\b[^>]*>/g, ''),
  }));
  return headings.length < HEADINGS_MIN ? [] : headings;
}
