import type { Definition, Image, Link, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { decodeFileName } from '../content/file-names.ts';
import { parseMarkdown } from '../content/markdown/parse-markdown.ts';
import { moveEdits, type TextEdit } from './edits.ts';
import { type FolderFile, locateFrontMatter } from './read-folder.ts';
import { listScalarEdits, listScalars } from './yaml-edits.ts';

/** Returns the address to write instead; undefined leaves it as it is. */
export type Rewrite = (address: string) => string | undefined;

/**
 * Lists edits of the links in a body, and of the values of front matter or settings that are
 * addresses.
 */
export function listAddressEdits(
  { file, text }: FolderFile,
  rewrite: Rewrite,
): readonly TextEdit[] {
  if (file.endsWith('.yaml')) return listScalarEdits(text, rewrite);
  const { start, end } = locateFrontMatter(text)?.keys ?? { start: 0, end: 0 };
  return [
    ...moveEdits(listScalarEdits(text.slice(start, end), rewrite), start),
    ...listBodyEdits({ file, text }, rewrite),
  ];
}

/** Lists edits of the links in a body only. */
export function listBodyEdits({ text }: FolderFile, rewrite: Rewrite): readonly TextEdit[] {
  const { body = 0 } = locateFrontMatter(text) ?? {};
  return moveEdits(listMarkdownLinkEdits(text.slice(body), rewrite), body);
}

/**
 * Lists all that may name a file beside a text: pictures of its body, and the values of its front
 * matter.
 */
export function listFileNames({ text }: FolderFile): ReadonlySet<string> {
  const { keys, body } = locateFrontMatter(text) ?? { keys: { start: 0, end: 0 }, body: 0 };
  const names = new Set(listScalars(text.slice(keys.start, keys.end)));
  visit(parseMarkdown(text.slice(body)), 'image', ({ url }: Image) => {
    names.add(decodeFileName(url));
  });
  return names;
}

function listMarkdownLinkEdits(markdown: string, rewrite: Rewrite): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  visit(parseMarkdown(markdown), (node: Nodes) => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    const address = rewrite(node.url);
    const start = address === undefined ? undefined : findDestination(markdown, node);
    if (address !== undefined && start !== undefined)
      edits.push({ start, end: start + node.url.length, text: address });
  });
  return edits;
}

const DEFINITION_LABEL = /^\[(?:\\.|[^\]\\])*\]:/s;

/**
 * Returns the offset at which the address of a link or definition is written; undefined if it is
 * written with escapes.
 */
function findDestination(markdown: string, node: Link | Definition): number | undefined {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  const label =
    node.type === 'definition'
      ? start + (DEFINITION_LABEL.exec(markdown.slice(start, end))?.[0].length ?? 0)
      : (node.children.at(-1)?.position?.end.offset ?? start);
  const found = markdown.indexOf(node.url, label);
  return found === -1 || found >= end ? undefined : found;
}
