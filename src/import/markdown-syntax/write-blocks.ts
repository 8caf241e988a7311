import { findCallout, formatKept } from '../body/markdown-dialects.ts';
import { findPrefix } from '../body/markdown-edits.ts';

/** What a shortcode, tag or component becomes: blocks of their own, or words within a sentence. */
export type Output = { readonly kind: 'block' | 'inline'; readonly text: string };

export function createTextBlock(text: string): Output {
  return { kind: 'block', text };
}

export function createInline(text: string): Output {
  return { kind: 'inline', text };
}

/** Replaces `source` from `start` to `end`. Blocks get empty lines around them, and the marks of what contains them. */
export function placeOutput({ kind, text }: Output, source: string, start: number, end: number): string {
  if (kind === 'inline') return text;
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const before = source.slice(lineStart, start);
  if (/^[\s>]*(?:\||#)/.test(before))
    return text
      .replace(/^`{3,}unconverted\n([\s\S]*)\n`{3,}$/, '`$1`')
      .replace(/\s+/g, ' ')
      .trim();
  const isAlone = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(before);
  const prefix = isAlone ? findPrefix(source, start) : (/^[\s>]*/.exec(before)?.[0] ?? '');
  const lines = text
    .trim()
    .split('\n')
    .map((line, index) => (index === 0 && isAlone ? line : (prefix + line).trimEnd()));
  const lineAbove = source.slice(source.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
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

/** The content of a tag without the marks and indentation of what contains it. */
export function unindent(inner: string, source: string, start: number): string {
  const prefix = findPrefix(source, start).trimEnd();
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

export function writeCallout(name: string, title: string, inner: string): Output {
  const kind = findCallout(name);
  const label = title || (kind === undefined ? name : '');
  const heading = label === '' ? '' : `**${label.replaceAll('**', '')}**\n\n`;
  return createTextBlock(
    `[!${kind ?? 'NOTE'}]\n${heading}${inner.trim() || label || name}`
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n'),
  );
}

export function writeTitled(title: string, inner: string): Output {
  return createTextBlock(`${title === '' ? '' : `**${title.replaceAll('**', '')}**\n\n`}${inner.trim()}`);
}

export type Figure = {
  readonly src: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly href?: string;
};

/** A picture with its caption; links in the caption, and the link of the picture, are a line below it. */
export function writeFigure({ src, alt = '', caption = '', href = '' }: Figure): Output {
  const words = toWords(caption);
  const title = words === '' ? '' : ` "${words.replace(/["\\]/g, '\\$&')}"`;
  const picture = `![${toWords(alt).replace(/[[\]\\]/g, '\\$&')}](${writeAddress(src)}${title})`;
  const more = /\]\(|<a\s/.test(caption) ? [caption] : [];
  const link =
    href === '' || href === src ? [] : [`[${toWords(alt) || words || href}](${writeAddress(href)})`];
  return createTextBlock([picture, ...more, ...link].join('\n\n'));
}

/** An address as Markdown reads it, also with spaces. */
export function writeAddress(address: string): string {
  const plain = address.trim();
  return /[\s()]/.test(plain) ? `<${plain.replace(/[<>\n]/g, encodeURIComponent)}>` : plain;
}

function toWords(text: string): string {
  return text
    .replace(/\[([^[\]]{0,500})\]\([^()\n]{0,1000}\)/g, '$1')
    .replace(/<br\b[^<>]{0,500}>/gi, ' ')
    .replace(/<[^<>]{0,500}>/g, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function writeVideo(host: 'YouTube' | 'Vimeo', id: string, title: string): Output {
  const key = id
    .trim()
    .replace(/^.*(?:v=|youtu\.be\/|embed\/|shorts\/|vimeo\.com\/(?:video\/)?)/, '')
    .replace(/[&?].*$/, '');
  const url = host === 'YouTube' ? `https://www.youtube.com/watch?v=${key}` : `https://vimeo.com/${key}`;
  return createTextBlock(title === '' ? `<${url}>` : `[${title.replace(/[[\]\\]/g, '\\$&')}](${url})`);
}

export function writeLink(words: string, address: string): string {
  return address === '' ? words : `[${words.trim() || address}](${writeAddress(address)})`;
}

export function writeCode(code: string, language: string): Output {
  const text = code.replace(/^[ \t]*\r?\n/, '').trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return createTextBlock(`${fence}${language}\n${text}\n${fence}`);
}

export function writeKept(source: string): Output {
  return createTextBlock(formatKept(source.trim()));
}
