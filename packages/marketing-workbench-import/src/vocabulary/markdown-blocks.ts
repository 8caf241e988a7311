import { findCallout, formatKeptFence } from '../body/markdown-dialects.ts';
import {
  createInline,
  createTextBlock,
  type OutputFormat,
  type SourceFigure,
  type TagOutput,
} from './output-format.ts';

export function writeMarkdownCallout(name: string, title: string, inner: string): TagOutput {
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

export function writeTitledMarkdown(title: string, inner: string): TagOutput {
  return createTextBlock(
    `${title === '' ? '' : `**${title.replaceAll('**', '')}**\n\n`}${inner.trim()}`,
  );
}

/**
 * Writes a picture with its caption. Links in the caption, and the link of the picture, follow as
 * lines below it.
 */
function writeMarkdownFigure({ src, alt = '', caption = '', href = '' }: SourceFigure): TagOutput {
  const words = stripMarkup(caption);
  const title = words === '' ? '' : ` "${words.replace(/["\\]/g, '\\$&')}"`;
  const picture = `![${stripMarkup(alt).replace(/[[\]\\]/g, '\\$&')}](${formatLinkDestination(src)}${title})`;
  const more = /\]\(|<a\s/.test(caption) ? [caption] : [];
  const link =
    href === '' || href === src
      ? []
      : [`[${stripMarkup(alt) || words || href}](${formatLinkDestination(href)})`];
  return createTextBlock([picture, ...more, ...link].join('\n\n'));
}

/**
 * Returns an address as the destination of a Markdown link, in angle brackets if it contains spaces
 * or parentheses.
 */
export function formatLinkDestination(address: string): string {
  const plain = address.trim();
  return /[\s()]/.test(plain) ? `<${plain.replace(/[<>\n]/g, encodeURIComponent)}>` : plain;
}

function stripMarkup(text: string): string {
  return text
    .replace(/\[([^[\]]{0,500})\]\([^()\n]{0,1000}\)/g, '$1')
    .replace(/<br\b[^<>]{0,500}>/gi, ' ')
    .replace(/<[^<>]{0,500}>/g, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function writeMarkdownVideo(host: 'YouTube' | 'Vimeo', id: string, title: string): TagOutput {
  const key = id
    .trim()
    .replace(/^.*(?:v=|youtu\.be\/|embed\/|shorts\/|vimeo\.com\/(?:video\/)?)/, '')
    .replace(/[&?].*$/, '');
  const url =
    host === 'YouTube' ? `https://www.youtube.com/watch?v=${key}` : `https://vimeo.com/${key}`;
  return createTextBlock(
    title === '' ? `<${url}>` : `[${title.replace(/[[\]\\]/g, '\\$&')}](${url})`,
  );
}

function writeMarkdownLink(words: string, address: string): string {
  return address === '' ? words : `[${words.trim() || address}](${formatLinkDestination(address)})`;
}

/** Fences code, unless it is fenced already. */
function writeMarkdownCode(code: string, language: string): TagOutput {
  if (/^\s*```/.test(code)) return createTextBlock(code);
  const text = code
    .replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')
    .replace(/^[ \t]*\r?\n/, '')
    .trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return createTextBlock(`${fence}${language}\n${text}\n${fence}`);
}

export function writeKeptMarkdown(source: string): TagOutput {
  return createTextBlock(formatKeptFence(source.trim()));
}

function writeMarkdownQuote(inner: string, by: string): TagOutput {
  const lines = `${inner.trim()}${by === '' ? '' : `\n\n— ${by}`}`.split('\n');
  return createTextBlock(lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
}

export const MARKDOWN: OutputFormat = {
  writeEnclosed: createTextBlock,
  writeTitled: writeTitledMarkdown,
  writeCallout: writeMarkdownCallout,
  writeQuote: writeMarkdownQuote,
  writeFigure: writeMarkdownFigure,
  writeVideo: writeMarkdownVideo,
  writeMedia: (words, src, name) => createTextBlock(writeMarkdownLink(words || name, src)),
  writeButton: (words, href) => createInline(writeMarkdownLink(words, href)),
  writeLink: writeMarkdownLink,
  writeCode: writeMarkdownCode,
  writeKept: writeKeptMarkdown,
};
