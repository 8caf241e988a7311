import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { escapeHtml, formatKeptHtml } from '../vocabulary/html-blocks.ts';
import { type GhostRow, isRow, readFlag, readGhostText } from './ghost-data.ts';

/** The HTML that Ghost would show for a card of its editor, as far as the import reads it. Values are HTML if Ghost's are. */
export function writeCard(name: string, card: GhostRow, notes: string[]): string {
  const write = CARDS.get(name.toLowerCase());
  if (write !== undefined) return gateCard(write(card, notes), card);
  notes.push(`card ${name.slice(0, 60)} was kept as it was; write what it showed, or remove it`);
  return formatKeptHtml(JSON.stringify(card, null, 1));
}

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/** Of the Markdown cards, and of the texts before version 1. */
export function writeMarkdown(text: string): string {
  return String(markdown.processSync(text));
}

/** Parts that only some visitors see are marked as in Ghost's HTML. */
function gateCard(html: string, { visibility }: GhostRow): string {
  if (!isRow(visibility)) return html;
  const web = isRow(visibility.web) ? visibility.web : undefined;
  const isHidden =
    web?.nonMember === false || visibility.showOnWeb === false || visibility.emailOnly === true;
  if (!isHidden) return html;
  const segment = web === undefined ? '' : readGhostText(web, 'memberSegment');
  return `<!--kg-gated-block:begin nonMember:false memberSegment:"${segment}" -->${html}<!--kg-gated-block:end-->`;
}

type WriteCard = (card: GhostRow, notes: string[]) => string;

function createCard(name: string, content: string, caption = ''): string {
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure class="kg-card kg-${name}-card">${content}${figcaption}</figure>`;
}

function createPart(name: string, content: string): string {
  return content === '' ? '' : `<div class="kg-${name}">${content}</div>`;
}

function writeImage(card: GhostRow): string {
  const src = readGhostText(card, 'src');
  if (src === '') return '';
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(readGhostText(card, 'alt') || readGhostText(card, 'altText'))}">`;
  const href = readGhostText(card, 'href');
  const content = href === '' ? image : `<a href="${escapeHtml(href)}">${image}</a>`;
  return createCard('image', content, readGhostText(card, 'caption'));
}

function writeGallery(card: GhostRow): string {
  const images = Array.isArray(card.images) ? card.images.filter(isRow) : [];
  return createCard(
    'gallery',
    images.map((image) => writeImage({ ...image, caption: '' })).join(''),
    readGhostText(card, 'caption'),
  );
}

function writeBookmark(card: GhostRow): string {
  const metadata = isRow(card.metadata) ? card.metadata : {};
  const url = readGhostText(card, 'url') || readGhostText(metadata, 'url');
  const parts = ['title', 'description', 'publisher', 'author'].map((key) =>
    createPart(`bookmark-${key}`, escapeHtml(readGhostText(metadata, key))),
  );
  const link = `<a class="kg-bookmark-container" href="${escapeHtml(url)}">${parts.join('')}</a>`;
  return createCard('bookmark', link, readGhostText(card, 'caption'));
}

function writeEmbed(card: GhostRow): string {
  const [html, url] = [readGhostText(card, 'html'), readGhostText(card, 'url')];
  if (readGhostText(card, 'embedType') === 'bookmark' || readGhostText(card, 'type') === 'bookmark')
    return writeBookmark(card);
  const metadata = isRow(card.metadata) ? card.metadata : {};
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(readGhostText(metadata, 'title') || url)}</a>`;
  return createCard('embed', html || `<p>${link}</p>`, readGhostText(card, 'caption'));
}

function writeCode(card: GhostRow): string {
  const language = readGhostText(card, 'language');
  const code = typeof card.code === 'string' ? card.code : '';
  const open = language === '' ? '<code>' : `<code class="language-${escapeHtml(language)}">`;
  return createCard('code', `<pre>${open}${escapeHtml(code)}</code></pre>`, readGhostText(card, 'caption'));
}

function writeCallout(card: GhostRow): string {
  const emoji = createPart('callout-emoji', escapeHtml(readGhostText(card, 'calloutEmoji')));
  return createCard('callout', emoji + createPart('callout-text', readGhostText(card, 'calloutText')));
}

function writeToggle(card: GhostRow): string {
  const heading = `<h4 class="kg-toggle-heading-text">${readGhostText(card, 'heading')}</h4>`;
  return createCard('toggle', heading + createPart('toggle-content', readGhostText(card, 'content')));
}

function createButton(text: string, url: string): string {
  return text === '' || url === '' ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
}

function writeButton(card: GhostRow): string {
  return createButton(readGhostText(card, 'buttonText'), readGhostText(card, 'buttonUrl'));
}

function writeFile(card: GhostRow): string {
  const size = Number(card.fileSize) || 0;
  const parts = [
    createPart('file-card-title', escapeHtml(readGhostText(card, 'fileTitle'))),
    createPart('file-card-caption', escapeHtml(readGhostText(card, 'fileCaption'))),
    createPart('file-card-filename', escapeHtml(readGhostText(card, 'fileName'))),
    createPart('file-card-filesize', size === 0 ? '' : formatSize(size)),
  ];
  return createCard('file', `<a href="${escapeHtml(readGhostText(card, 'src'))}">${parts.join('')}</a>`);
}

function formatSize(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round(bytes / 1024 ** power)} ${['Bytes', 'KB', 'MB', 'GB'][power]}`;
}

function writeMedia(tag: 'audio' | 'video', card: GhostRow): string {
  const title = createPart('audio-title', escapeHtml(readGhostText(card, 'title')));
  return createCard(
    tag,
    `<${tag} src="${escapeHtml(readGhostText(card, 'src'))}"></${tag}>${title}`,
    readGhostText(card, 'caption'),
  );
}

function writeProduct(card: GhostRow): string {
  const stars = readFlag(card, 'productRatingEnabled')
    ? Math.min(5, Math.max(0, Number(card.productStarRating) || 0))
    : 0;
  const title = readGhostText(card, 'productTitle');
  const star = '<span class="kg-product-card-rating-active"></span>';
  return createCard(
    'product',
    [
      writeImage({ src: card.productImageSrc, alt: title.replace(/<[^>]*>/g, '') }),
      title === '' ? '' : `<h4>${title}</h4>`,
      stars === 0 ? '' : createPart('product-card-rating', star.repeat(stars)),
      readGhostText(card, 'productDescription'),
      readFlag(card, 'productButtonEnabled')
        ? createButton(readGhostText(card, 'productButton'), readGhostText(card, 'productUrl'))
        : '',
    ].join(''),
  );
}

function writeHeader(card: GhostRow): string {
  const [header, subheader] = [readGhostText(card, 'header'), readGhostText(card, 'subheader')];
  const tag = card.version === 2 ? 'p' : 'h3';
  return createCard(
    'header',
    [
      writeImage({ src: card.backgroundImageSrc }),
      header === '' ? '' : `<h2>${header}</h2>`,
      subheader === '' ? '' : `<${tag}>${subheader}</${tag}>`,
      readFlag(card, 'buttonEnabled') ? writeButton(card) : '',
    ].join(''),
  );
}

function writeSignup(card: GhostRow): string {
  const [header, subheader, disclaimer] = ['header', 'subheader', 'disclaimer'].map((key) =>
    readGhostText(card, key),
  );
  return createCard(
    'signup',
    [
      writeImage({ src: card.backgroundImageSrc }),
      header ? `<h2>${header}</h2>` : '',
      subheader ? `<p>${subheader}</p>` : '',
      '<form></form>',
      disclaimer ? `<p>${disclaimer}</p>` : '',
    ].join(''),
  );
}

function writeCallToAction(card: GhostRow): string {
  return createCard(
    'cta',
    [
      readFlag(card, 'hasSponsorLabel') ? readGhostText(card, 'sponsorLabel') : '',
      writeImage({ src: card.imageUrl }),
      readGhostText(card, 'textValue'),
      readFlag(card, 'showButton') ? writeButton(card) : '',
    ].join(''),
  );
}

function writeBeforeAfter(card: GhostRow): string {
  const images = [card.beforeImage, card.afterImage]
    .filter(isRow)
    .map((image) => writeImage({ ...image, caption: '' }));
  return createCard('before-after', images.join(''), readGhostText(card, 'caption'));
}

const MAIL_WORDS_MAX = 300;

/** Not on the site, only in mails. */
function writeMail(card: GhostRow, notes: string[]): string {
  const words = `${readGhostText(card, 'html')} ${readGhostText(card, 'buttonText')} ${readGhostText(card, 'buttonUrl')}`;
  const line = words
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  notes.push(`a part of mails alone left out: ${line.slice(0, MAIL_WORDS_MAX)}`);
  return '';
}

export const MAIL_CARDS: ReadonlySet<string> = new Set(['email', 'email-cta']);

const writeRule: WriteCard = () => '<hr>';
const writeMarkdownCard: WriteCard = (card) => writeMarkdown(readGhostText(card, 'markdown'));

/** By their names in Lexical and Mobiledoc. */
const CARDS: ReadonlyMap<string, WriteCard> = new Map([
  ...Object.entries({ image: writeImage, gallery: writeGallery, bookmark: writeBookmark, embed: writeEmbed }),
  ...Object.entries({ code: writeCode, codeblock: writeCode, hr: writeRule, horizontalrule: writeRule }),
  ...Object.entries({ callout: writeCallout, toggle: writeToggle, button: writeButton, file: writeFile }),
  ...Object.entries({ product: writeProduct, header: writeHeader, signup: writeSignup }),
  ...Object.entries({ 'call-to-action': writeCallToAction, 'before-after': writeBeforeAfter }),
  ...Object.entries({ markdown: writeMarkdownCard, 'card-markdown': writeMarkdownCard }),
  ...Object.entries<WriteCard>({
    html: (card) => readGhostText(card, 'html'),
    audio: (card) => writeMedia('audio', card),
    video: (card) => writeMedia('video', card),
    paywall: () => '<!--members-only-->',
    transistor: () => '<div class="kg-transistor-card"></div>',
  }),
  ...[...MAIL_CARDS].map((name): [string, WriteCard] => [name, writeMail]),
]);
