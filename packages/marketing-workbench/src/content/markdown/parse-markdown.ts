import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Parses Markdown with the extensions of GitHub, without what the compiler of this site adds. */
export function parseMarkdown(markdown: string): Root {
  return parser.parse(markdown);
}
