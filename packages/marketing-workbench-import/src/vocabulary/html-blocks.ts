import { UNCONVERTED } from 'marketing-workbench/content/markdown/code-blocks';
import { escapeTags } from 'marketing-workbench/site/escape-xml';
import {
  createInline,
  createTextBlock,
  type OutputFormat,
  type SourceFigure,
  type TagOutput,
} from './output-format.ts';

/** Returns the HTML of a fence with a part that could not be converted. */
export function formatKeptHtml(source: string): string {
  return `\n\n<pre><code class="language-${UNCONVERTED}">${escapeHtml(source)}</code></pre>\n\n`;
}

export function escapeHtml(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;');
}

/**
 * Escapes text whose entities are kept, since HTML editors escape some characters of attributes
 * themselves.
 */
export function escapeHtmlOnce(text: string): string {
  return escapeHtml(text).replace(/&amp;(?=#?\w{1,31};)/g, '&');
}

function createHtmlBlock(html: string): TagOutput {
  return createTextBlock(`\n\n${html}\n\n`);
}

function writeHtmlLink(words: string, href: string): string {
  return `<a href="${href}">${words || href}</a>`;
}

function writeHtmlFigure({ src, alt = '', caption = '', href = '' }: SourceFigure): TagOutput {
  const image = `<img src="${src}" alt="${alt}">`;
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return createHtmlBlock(
    `<figure>${href === '' ? image : writeHtmlLink(image, href)}${figcaption}</figure>`,
  );
}

function writeHtmlButton(words: string, href: string): TagOutput {
  return createHtmlBlock(`<p>${writeHtmlLink(words, href)}</p>`);
}

function writeHtmlVideo(host: 'YouTube' | 'Vimeo', id: string, title: string): TagOutput {
  const page = host === 'YouTube' ? 'https://www.youtube.com/watch?v=' : 'https://vimeo.com/';
  return writeHtmlButton(title, /^(?:https?:)?\//.test(id) ? id : page + id);
}

/** Keeps the entities of code: code that has some is escaped already. */
function writeHtmlCode(code: string, language: string): TagOutput {
  const text = /&(?:lt|gt|amp|quot);/.test(code) ? code : escapeHtml(code);
  const opening = language === '' ? '<code>' : `<code class="language-${language}">`;
  return createHtmlBlock(`<pre>${opening}${text.replace(/^\n/, '')}</code></pre>`);
}

export const HTML: OutputFormat = {
  writeEnclosed: createInline,
  writeTitled: (title, inner) =>
    createInline(`${title === '' ? '' : `\n\n<p><strong>${title}</strong></p>\n\n`}${inner}`),
  writeCallout: (kind, title, inner) =>
    createHtmlBlock(
      `<blockquote data-callout="${kind}">${HTML.writeTitled(title, inner).text.trim()}</blockquote>`,
    ),
  writeQuote: (inner, by) =>
    createHtmlBlock(`<blockquote>${inner}${by === '' ? '' : `\n\n<p>— ${by}</p>`}</blockquote>`),
  writeFigure: writeHtmlFigure,
  writeVideo: writeHtmlVideo,
  writeMedia: (words, src) => writeHtmlButton(words, src),
  writeButton: writeHtmlButton,
  writeLink: writeHtmlLink,
  writeCode: writeHtmlCode,
  writeKept: (source) => createTextBlock(formatKeptHtml(source)),
};
