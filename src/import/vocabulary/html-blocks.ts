import { UNCONVERTED } from '../../content/markdown/code-blocks.ts';
import { createInline, createTextBlock, type Dialect, type Figure, type Output } from './dialect.ts';

/** HTML of a fence with a part that could not be converted. */
export function formatKeptHtml(source: string): string {
  return `\n\n<pre><code class="language-${UNCONVERTED}">${escapeHtml(source)}</code></pre>\n\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Words in which some characters may be written as entities already, such as attributes in an HTML editor. */
export function escapeWords(text: string): string {
  return escapeHtml(text).replace(/&amp;(?=#?\w{1,31};)/g, '&');
}

function createBlock(html: string): Output {
  return createTextBlock(`\n\n${html}\n\n`);
}

function writeLink(words: string, href: string): string {
  return `<a href="${href}">${words || href}</a>`;
}

function writeFigure({ src, alt = '', caption = '', href = '' }: Figure): Output {
  const image = `<img src="${src}" alt="${alt}">`;
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return createBlock(`<figure>${href === '' ? image : writeLink(image, href)}${figcaption}</figure>`);
}

function writeButton(words: string, href: string): Output {
  return createBlock(`<p>${writeLink(words, href)}</p>`);
}

function writeVideo(host: 'YouTube' | 'Vimeo', id: string, title: string): Output {
  const page = host === 'YouTube' ? 'https://www.youtube.com/watch?v=' : 'https://vimeo.com/';
  return writeButton(title, /^(?:https?:)?\//.test(id) ? id : page + id);
}

/** Code that has entities is escaped already. */
function writeCode(code: string, language: string): Output {
  const text = /&(?:lt|gt|amp|quot);/.test(code) ? code : escapeHtml(code);
  const opening = language === '' ? '<code>' : `<code class="language-${language}">`;
  return createBlock(`<pre>${opening}${text.replace(/^\n/, '')}</code></pre>`);
}

export const HTML: Dialect = {
  writeEnclosed: createInline,
  writeTitled: (title, inner) =>
    createInline(`${title === '' ? '' : `\n\n<p><strong>${title}</strong></p>\n\n`}${inner}`),
  writeCallout: (kind, title, inner) =>
    createBlock(
      `<blockquote data-callout="${kind}">${HTML.writeTitled(title, inner).text.trim()}</blockquote>`,
    ),
  writeQuote: (inner, by) =>
    createBlock(`<blockquote>${inner}${by === '' ? '' : `\n\n<p>— ${by}</p>`}</blockquote>`),
  writeFigure,
  writeVideo,
  writeMedia: (words, src) => writeButton(words, src),
  writeButton,
  writeLink,
  writeCode,
  writeKept: (source) => createTextBlock(formatKeptHtml(source)),
};
