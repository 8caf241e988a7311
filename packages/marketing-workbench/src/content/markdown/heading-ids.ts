import type { Root } from 'mdast';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { HTML_OPTIONS } from './create-markdown-compiler.ts';
import { findHeadingLevel, visitElements } from './elements.ts';
import { writeHeadings } from './text-plugins.ts';

const processor = unified().use(remarkRehype, HTML_OPTIONS).freeze();

/** Lists the ids that the compiler gives to the headings of a text, in their order. */
export function listHeadingIds(text: Root): readonly string[] {
  const tree = processor.runSync(text);
  const generated = new Set<unknown>();
  visitElements(tree, (element) => {
    if (findHeadingLevel(element) !== undefined && element.properties.id !== undefined)
      generated.add(element);
    return undefined;
  });
  writeHeadings(tree, new VFile());
  const ids: string[] = [];
  visitElements(tree, (element) => {
    if (findHeadingLevel(element) !== undefined && !generated.has(element))
      ids.push(String(element.properties.id));
    return undefined;
  });
  return ids;
}
