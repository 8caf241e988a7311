import type { Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/**
 * Parses HTML as a browser would within a page. It throws a RangeError if the elements are nested
 * too deeply.
 */
export function parseHtmlFragment(html: string): Root {
  return parser.parse(html);
}

export function formatHtmlFragment(children: readonly RootContent[]): string {
  return writer.stringify({ type: 'root', children: [...children] });
}
