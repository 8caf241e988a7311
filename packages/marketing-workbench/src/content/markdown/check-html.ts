import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { computeReadTime } from '../read-time.ts';
import { describeBody } from './body.ts';
import { parseHtmlFragment } from './html-fragment.ts';
import { SANITISE_SCHEMA } from './sanitise-schema.ts';

export type HtmlCheck =
  | {
      readonly kind: 'good';
      readonly html: string;
      readonly facts: {
        readonly headings: string;
        readonly text: string;
        readonly readTime: number;
      };
    }
  | { readonly kind: 'refused'; readonly reason: string };

const HTML = { characterReferences: { useNamedReferences: true } };
const SHOWN = 60;

const sanitiser = unified()
  .use(rehypeSanitize, SANITISE_SCHEMA)
  .use(rehypeStringify, HTML)
  .freeze();

/**
 * Parses HTML of another program as a browser would, and accepts it if the sanitiser changes
 * nothing. The result is serialised again, so that no browser can parse it differently.
 */
export function checkHtml(source: string): HtmlCheck {
  try {
    const tree = parseHtmlFragment(source);
    const read = sanitiser.stringify(tree);
    const clean = sanitiser.runSync(tree);
    const html = sanitiser.stringify(clean);
    if (html !== read)
      return {
        kind: 'refused',
        reason: `has HTML that is not allowed: ${quoteFirstDifference(read, html)}`,
      };
    const { headings, text } = describeBody(clean);
    return {
      kind: 'good',
      html: html.trim(),
      facts: { headings: headings.join('\n'), text, readTime: computeReadTime(text) },
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'refused', reason: 'is nested too deeply' };
  }
}

function quoteFirstDifference(read: string, clean: string): string {
  let position = 0;
  while (position < read.length && read[position] === clean[position]) position += 1;
  const tag = read.lastIndexOf('<', position);
  return JSON.stringify(read.slice(tag === -1 ? position : tag).slice(0, SHOWN));
}
