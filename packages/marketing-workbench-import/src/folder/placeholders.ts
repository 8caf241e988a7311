import { randomUUID } from 'node:crypto';
import { parseMarkdown } from 'marketing-workbench/content/markdown/parse-markdown';
import type { Image, Link } from 'mdast';
import { visit } from 'unist-util-visit';

/**
 * A placeholder becomes an address, a link in place of a picture, or the words of the link alone.
 */
export type Replacement =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'words' };

export type FindReplacement = (index: number) => Replacement | undefined;

/** Creates numbered addresses, which Markdown contains until the real ones are known. */
export function createPlaceholders() {
  const mark = randomUUID();
  const pattern = new RegExp(`/${mark}/(\\d+)/`, 'g');
  const findIndex = (address: string) => {
    const [, index] = new RegExp(`^/${mark}/(\\d+)/$`).exec(address) ?? [];
    return index === undefined ? undefined : Number(index);
  };
  return {
    format: (index: number): string => `/${mark}/${index}/`,
    /** Lists the numbers of the placeholders in a text, each as often as it occurs. */
    list: (markdown: string): readonly number[] =>
      Array.from(markdown.matchAll(pattern), ({ 1: index }) => Number(index)),
    /** Replaces placeholders; those for which `find` returns undefined stay. */
    replace: (markdown: string, find: FindReplacement): string => {
      const isRewritten = ({ 1: index }: RegExpMatchArray) =>
        (find(Number(index))?.kind ?? 'address') !== 'address';
      let result = markdown;
      // A picture in a link needs a second pass.
      for (let time = 0; time < 2 && result.matchAll(pattern).some(isRewritten); time += 1)
        result = replaceLinks(result, (url) => find(findIndex(url) ?? -1));
      return result.replace(pattern, (whole, index: string) => {
        const replacement = find(Number(index));
        return replacement?.kind === 'address' ? replacement.address : whole;
      });
    },
  };
}

export type Placeholders = ReturnType<typeof createPlaceholders>;

type LinkReplacement = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Replaces links and pictures at their positions, so that everything else stays as it is written.
 */
function replaceLinks(markdown: string, find: (url: string) => Replacement | undefined): string {
  const tree = parseMarkdown(markdown);
  const edits: LinkReplacement[] = [];
  visit(tree, (node) => {
    if (node.type !== 'link' && node.type !== 'image') return;
    const replacement = find(node.url);
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (replacement === undefined || replacement.kind === 'address') return;
    if (start === undefined || end === undefined) return;
    edits.push({
      start,
      end,
      text: writeReplacement(node, replacement, markdown.slice(start, end)),
    });
  });
  let [result, last] = ['', 0];
  for (const { start, end, text } of edits) {
    if (start < last) continue;
    result += markdown.slice(last, start) + text;
    last = end;
  }
  return result + markdown.slice(last);
}

function writeReplacement(node: Link | Image, replacement: Replacement, written: string): string {
  const words = readLinkLabel(node, written);
  // Markdown would make a link of an address again.
  if (replacement.kind !== 'link')
    return /^(?:https?\\?:\/\/|www\.)\S+$/i.test(words)
      ? `\`${words.replaceAll('\\', '')}\``
      : words;
  const caption = node.title ? ` ${escapeMarkdownMarks(node.title)}` : '';
  const label = node.type === 'image' ? `Picture: ${words}` : words;
  return `[${label}](<${replacement.address.replace(/[<>\s]/g, encodeURIComponent)}>)${caption}`;
}

function readLinkLabel(node: Link | Image, written: string): string {
  if (node.type === 'image') return /^!\[([\s\S]*?)\]\(/.exec(written)?.[1] ?? 'Picture';
  const start = node.position?.start.offset ?? 0;
  const from = node.children[0]?.position?.start.offset;
  const to = node.children.at(-1)?.position?.end.offset;
  return from === undefined || to === undefined ? '' : written.slice(from - start, to - start);
}

/** Escapes all characters that can be marks of Markdown. */
export function escapeMarkdownMarks(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#+~|!:=$&-]/g, '\\$&');
}
