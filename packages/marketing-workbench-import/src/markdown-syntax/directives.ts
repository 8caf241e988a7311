import { writeMarkdownCallout, writeTitledMarkdown } from '../vocabulary/markdown-blocks.ts';
import { listMeanings } from '../vocabulary/meanings.ts';
import type { TagOutput } from '../vocabulary/output-format.ts';
import { createCodeTest, findCodeRanges } from './code-ranges.ts';

const LINE =
  /^([ \t>]*)(?::{3,})[ \t]*(\w[\w-]*)[ \t]*(?:\[([^\]\n]{0,300})\])?[ \t]*(?:\{[^}\n]{0,300}\})?[ \t]*([^\n]{0,300}?)[ \t]*\r?$/;
const END = /^[ \t>]*:{3,}[ \t]*\r?$/;

type OpenDirective = {
  readonly prefix: string;
  readonly name: string;
  readonly title: string;
  readonly lines: string[];
};

/** Writes blocks of `:::tip Title` … `:::` as callouts. */
export function replaceDirectives(text: string): string {
  if (!/^[ \t>]*:{3,}[ \t]*\w/m.test(text)) return text;
  const isCode = createCodeTest(findCodeRanges(text));
  const root: string[] = [];
  const frames: OpenDirective[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const frame = isCode(offset) ? undefined : readDirective(line);
    offset += line.length + 1;
    if (frame !== undefined && frames.length < DEPTH_MAX) frames.push(frame);
    else if (frames.length > 0 && END.test(line) && !isCode(offset - line.length - 1))
      closeDirective(frames, root);
    else (frames.at(-1)?.lines ?? root).push(line);
  }
  while (frames.length > 0) closeDirective(frames, root);
  return root.join('\n');
}

function readDirective(line: string): OpenDirective | undefined {
  const [, prefix = '', name, label, rest = ''] = LINE.exec(line) ?? [];
  return name === undefined ? undefined : { prefix, name, title: label || rest, lines: [] };
}

const DEPTH_MAX = 20;

function closeDirective(frames: OpenDirective[], root: string[]): void {
  const frame = frames.pop();
  if (frame === undefined) return;
  const { prefix, name, title, lines } = frame;
  const inner = lines
    .map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line.trimStart()))
    .join('\n');
  const { text } = writeDirective(name, title, inner);
  const into = frames.at(-1)?.lines ?? root;
  const isApart = (into.at(-1) ?? '').replace(/[>\s]/g, '') === '';
  into.push(
    ...(isApart ? [] : [prefix.trimEnd()]),
    ...text.split('\n').map((line) => (prefix + line).trimEnd()),
    prefix.trimEnd(),
  );
}

function writeDirective(name: string, title: string, inner: string): TagOutput {
  const [meaning] = listMeanings(name, 'tag');
  if (meaning === 'inner') return writeTitledMarkdown('', inner);
  return meaning === 'titled' || meaning === 'card'
    ? writeTitledMarkdown(title, inner)
    : writeMarkdownCallout(name, title, inner);
}
