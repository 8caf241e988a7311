import { findBlockPrefix } from '../body/markdown-edits.ts';
import type { TagOutput } from '../vocabulary/output-format.ts';

/**
 * Returns the text that replaces `source` from `start` to `end`. A block gets empty lines around
 * it, and the prefix of the quote or list that contains it.
 */
export function placeOutput(
  { kind, text }: TagOutput,
  source: string,
  start: number,
  end: number,
): string {
  if (kind === 'inline') return text;
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const before = source.slice(lineStart, start);
  if (/^[\s>]*(?:\||#)/.test(before))
    return text
      .replace(/^`{3,}unconverted\n([\s\S]*)\n`{3,}$/, '`$1`')
      .replace(/\s+/g, ' ')
      .trim();
  const isAlone = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(before);
  const prefix = isAlone ? findBlockPrefix(source, start) : (/^[\s>]*/.exec(before)?.[0] ?? '');
  const lines = text
    .trim()
    .split('\n')
    .map((line, index) => (index === 0 && isAlone ? line : (prefix + line).trimEnd()));
  const lineAbove = source.slice(
    source.lastIndexOf('\n', lineStart - 2) + 1,
    Math.max(0, lineStart - 1),
  );
  const above = lineStart > 0 && !/^[\s>]*$/.test(lineAbove) && /^[\s>]*$/.test(before);
  const top = isAlone ? (above ? `\n${prefix}` : '') : `\n${prefix.trimEnd()}\n`;
  const rest = source.slice(end, end + 1000);
  const bottom = /^[ \t]*(?:\r?\n[ \t>]*\r?\n|\r?\n?$)/.test(rest)
    ? ''
    : /^[ \t]*\r?\n/.test(rest)
      ? `\n${prefix.trimEnd()}`
      : `\n${prefix.trimEnd()}\n${prefix}`;
  return `${top}${lines.join('\n')}${bottom}`;
}

/**
 * Returns the content of a tag without its indentation, and without the prefix of the quote that
 * contains it.
 */
export function unindent(inner: string, source: string, start: number): string {
  const prefix = findBlockPrefix(source, start).trimEnd();
  const quoted = prefix.split('>').length - 1;
  const lines = inner.split(/\r?\n/).map((line) => {
    let rest = line;
    for (let depth = 0; depth < quoted; depth += 1) rest = rest.replace(/^[ \t]*> ?/, '');
    return rest;
  });
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents.slice(0, INDENTS_MAX), MARGIN_MAX);
  return lines
    .map((line, index) =>
      index === 0 ? line : line.slice(Math.min(indent, line.length - line.trimStart().length)),
    )
    .join('\n');
}

const INDENTS_MAX = 10_000;
const MARGIN_MAX = 100;
