import { findCallout, formatKept } from '../body/markdown-dialects.ts';
import { createInline, createTextBlock, type Dialect, type Figure, type Output } from './dialect.ts';

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

/** A picture with its caption; links in the caption, and the link of the picture, are a line below it. */
function writeFigure({ src, alt = '', caption = '', href = '' }: Figure): Output {
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

function writeVideo(host: 'YouTube' | 'Vimeo', id: string, title: string): Output {
  const key = id
    .trim()
    .replace(/^.*(?:v=|youtu\.be\/|embed\/|shorts\/|vimeo\.com\/(?:video\/)?)/, '')
    .replace(/[&?].*$/, '');
  const url = host === 'YouTube' ? `https://www.youtube.com/watch?v=${key}` : `https://vimeo.com/${key}`;
  return createTextBlock(title === '' ? `<${url}>` : `[${title.replace(/[[\]\\]/g, '\\$&')}](${url})`);
}

function writeLink(words: string, address: string): string {
  return address === '' ? words : `[${words.trim() || address}](${writeAddress(address)})`;
}

/** Code that is fenced already stays. */
function writeCode(code: string, language: string): Output {
  if (/^\s*```/.test(code)) return createTextBlock(code);
  const text = code
    .replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')
    .replace(/^[ \t]*\r?\n/, '')
    .trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return createTextBlock(`${fence}${language}\n${text}\n${fence}`);
}

export function writeKept(source: string): Output {
  return createTextBlock(formatKept(source.trim()));
}

function writeQuote(inner: string, by: string): Output {
  const lines = `${inner.trim()}${by === '' ? '' : `\n\n— ${by}`}`.split('\n');
  return createTextBlock(lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
}

export const MARKDOWN: Dialect = {
  writeEnclosed: createTextBlock,
  writeTitled,
  writeCallout,
  writeQuote,
  writeFigure,
  writeVideo,
  writeMedia: (words, src, name) => createTextBlock(writeLink(words || name, src)),
  writeButton: (words, href) => createInline(writeLink(words, href)),
  writeLink,
  writeCode,
  writeKept,
};
