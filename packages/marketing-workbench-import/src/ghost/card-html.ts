import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { escapeHtml, formatKeptHtml, HTML } from '../vocabulary/html-blocks.ts';
import { type GhostRow, isGhostRow, readGhostFlag, readGhostText } from './ghost-data.ts';

/**
 * Returns the plain HTML of a card from its fields in Ghost's editor. A value is HTML if it is HTML
 * in Ghost.
 */
export function writeCard(name: string, card: GhostRow, notes: string[]): string {
  const write = CARDS.get(name.toLowerCase());
  if (write !== undefined) return markGatedCard(write(card, notes), card);
  notes.push(`card ${name.slice(0, 60)} was kept as it was; write what it showed, or remove it`);
  return formatKeptHtml(JSON.stringify(card, null, 1));
}

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/** Renders the Markdown of Markdown cards and of texts before version 1. */
export function renderGhostMarkdown(text: string): string {
  return String(markdown.processSync(text));
}

/** Marks a part that only some visitors see as Ghost's HTML does. */
function markGatedCard(html: string, { visibility }: GhostRow): string {
  if (!isGhostRow(visibility)) return html;
  const web = isGhostRow(visibility.web) ? visibility.web : undefined;
  const isHidden =
    web?.nonMember === false || visibility.showOnWeb === false || visibility.emailOnly === true;
  if (!isHidden) return html;
  const segment = web === undefined ? '' : readGhostText(web, 'memberSegment');
  return `<!--kg-gated-block:begin nonMember:false memberSegment:"${segment}" -->${html}<!--kg-gated-block:end-->`;
}

type WriteCardHtml = (card: GhostRow, notes: string[]) => string;

function readEscapedText(card: GhostRow, key: string): string {
  return escapeHtml(readGhostText(card, key));
}

function createFigure(content: string, card: GhostRow): string {
  const caption = readGhostText(card, 'caption');
  return `<figure>${content}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function wrapUnlessEmpty(tag: string, content: string): string {
  return content === '' ? '' : `<${tag}>${content}</${tag}>`;
}

/** Returns a paragraph with these lines, except empty ones. */
function createLines(...lines: readonly string[]): string {
  return `<p>${lines.filter((line) => line !== '').join('<br>')}</p>`;
}

function writeImageCard(card: GhostRow): string {
  const src = readEscapedText(card, 'src');
  const alt = readEscapedText(card, 'alt') || readEscapedText(card, 'altText');
  const caption = readGhostText(card, 'caption');
  return src === ''
    ? ''
    : HTML.writeFigure({ src, alt, caption, href: readEscapedText(card, 'href') }).text.trim();
}

function writeImageCards(images: readonly unknown[], card: GhostRow): string {
  const figures = images
    .filter(isGhostRow)
    .map((image) => writeImageCard({ ...image, caption: '' }));
  return createFigure(figures.join(''), card);
}

function readMetadata({ metadata }: GhostRow): GhostRow {
  return isGhostRow(metadata) ? metadata : {};
}

function writeBookmarkCard(card: GhostRow): string {
  const metadata = readMetadata(card);
  const link = HTML.writeLink(
    readEscapedText(metadata, 'title'),
    readEscapedText(card, 'url') || readEscapedText(metadata, 'url'),
  );
  const origin = ['publisher', 'author']
    .map((key) => readEscapedText(metadata, key))
    .filter(Boolean);
  const lines = createLines(link, readEscapedText(metadata, 'description'), origin.join(' · '));
  return lines + wrapUnlessEmpty('p', readGhostText(card, 'caption'));
}

/** Writes an embed with a class that allows scripts of players to be removed later. */
function writeEmbedCard(card: GhostRow): string {
  if (readGhostText(card, 'embedType') === 'bookmark' || readGhostText(card, 'type') === 'bookmark')
    return writeBookmarkCard(card);
  const link = HTML.writeButton(
    readEscapedText(readMetadata(card), 'title'),
    readEscapedText(card, 'url'),
  ).text.trim();
  const figure = createFigure(readGhostText(card, 'html') || link, card);
  return figure.replace('<figure>', '<figure class="kg-embed-card">');
}

function writeCodeCard(card: GhostRow): string {
  const code = typeof card.code === 'string' ? escapeHtml(card.code) : '';
  return createFigure(HTML.writeCode(code, readEscapedText(card, 'language')).text.trim(), card);
}

function writeCalloutCard(card: GhostRow): string {
  const emoji = readEscapedText(card, 'calloutEmoji');
  const text = readGhostText(card, 'calloutText');
  const blocks = /<(?:p|ul|ol|div|h\d)\b/.test(text) ? text : `<p>${text}</p>`;
  const marked =
    emoji === '' ? blocks : blocks.replace(/^<p\b[^>]*>/, (opening) => `${opening}${emoji} `);
  return HTML.writeCallout('NOTE', '', marked).text.trim();
}

function writeToggleCard(card: GhostRow): string {
  return wrapUnlessEmpty('h4', readGhostText(card, 'heading')) + readGhostText(card, 'content');
}

function writeCardButton(card: GhostRow, textKey = 'buttonText', urlKey = 'buttonUrl'): string {
  const [text, url] = [readEscapedText(card, textKey), readEscapedText(card, urlKey)];
  return text === '' || url === '' ? '' : HTML.writeButton(text, url).text.trim();
}

function writeFileCard(card: GhostRow): string {
  const [title, name] = [readEscapedText(card, 'fileTitle'), readEscapedText(card, 'fileName')];
  const bytes = Number(card.fileSize) || 0;
  const size =
    bytes === 0 ? readEscapedText(card, 'fileSize').replace(/^0$/, '') : formatBinarySize(bytes);
  const about = [name, size].filter((part) => part !== '' && part !== title).join(', ');
  return createLines(
    HTML.writeLink(title || name, readEscapedText(card, 'src')),
    readEscapedText(card, 'fileCaption'),
    about,
  );
}

function formatBinarySize(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round(bytes / 1024 ** power)} ${['Bytes', 'KB', 'MB', 'GB'][power]}`;
}

function writeMediaCard(tag: 'audio' | 'video', card: GhostRow): string {
  const caption = readGhostText(card, 'caption');
  const words = caption.replace(/<[^>]*>/g, '').trim();
  const title = readEscapedText(card, 'title') || words;
  const player = `<${tag} src="${readEscapedText(card, 'src')}" title="${title.replaceAll('"', '&quot;')}"></${tag}>`;
  return words === title ? player : player + wrapUnlessEmpty('p', caption);
}

const STARS_MAX = 5;

export function formatStars(count: number): string {
  return count <= 0 ? '' : '★'.repeat(Math.min(STARS_MAX, count)).padEnd(STARS_MAX, '☆');
}

function writeProductCard(card: GhostRow): string {
  const title = readGhostText(card, 'productTitle');
  const isRated = readGhostFlag(card, 'productRatingEnabled');
  return [
    writeImageCard({ src: card.productImageSrc, alt: title.replace(/<[^>]*>/g, '') }),
    wrapUnlessEmpty('h4', title),
    wrapUnlessEmpty(
      'p',
      isRated ? formatStars(Math.trunc(Number(card.productStarRating) || 0)) : '',
    ),
    readGhostText(card, 'productDescription'),
    readGhostFlag(card, 'productButtonEnabled')
      ? writeCardButton(card, 'productButton', 'productUrl')
      : '',
  ].join('');
}

function writeHeaderCard(card: GhostRow): string {
  return [
    writeImageCard({ src: card.backgroundImageSrc }),
    wrapUnlessEmpty('h2', readGhostText(card, 'header')),
    wrapUnlessEmpty(card.version === 2 ? 'p' : 'h3', readGhostText(card, 'subheader')),
    readGhostFlag(card, 'buttonEnabled') ? writeCardButton(card) : '',
  ].join('');
}

function writeSignupCard(card: GhostRow, notes: string[]): string {
  notes.push('the sign-up form was left out; its words remain');
  return [
    writeImageCard({ src: card.backgroundImageSrc }),
    wrapUnlessEmpty('h2', readGhostText(card, 'header')),
    wrapUnlessEmpty('p', readGhostText(card, 'subheader')),
    wrapUnlessEmpty('p', readGhostText(card, 'disclaimer')),
  ].join('');
}

function writeCallToActionCard(card: GhostRow): string {
  const parts = [
    readGhostFlag(card, 'hasSponsorLabel') ? readGhostText(card, 'sponsorLabel') : '',
    writeImageCard({ src: card.imageUrl }),
    readGhostText(card, 'textValue'),
    readGhostFlag(card, 'showButton') ? writeCardButton(card) : '',
  ];
  return `<figure>${parts.join('')}</figure>`;
}

/** Leaves the player out, since it has another address for each member. */
function writeTransistorCard(_: GhostRow, notes: string[]): string {
  notes.push('the player with podcasts for members (Transistor) was left out');
  return '';
}

const MAIL_WORDS_MAX = 300;

/** Leaves out a part that Ghost shows only in emails. */
function writeMailCard(card: GhostRow, notes: string[]): string {
  const words = `${readGhostText(card, 'html')} ${readGhostText(card, 'buttonText')} ${readGhostText(card, 'buttonUrl')}`;
  const line = words
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  notes.push(`a part that only emails show was left out: ${line.slice(0, MAIL_WORDS_MAX)}`);
  return '';
}

export const MAIL_CARDS: ReadonlySet<string> = new Set(['email', 'email-cta']);

const writeRule: WriteCardHtml = () => '<hr>';
const writeMarkdownCard: WriteCardHtml = (card) =>
  renderGhostMarkdown(readGhostText(card, 'markdown'));

/** Writers of cards by the names of the cards in Lexical and Mobiledoc. */
const CARDS: ReadonlyMap<string, WriteCardHtml> = new Map([
  ...Object.entries({
    image: writeImageCard,
    bookmark: writeBookmarkCard,
    embed: writeEmbedCard,
    callout: writeCalloutCard,
  }),
  ...Object.entries({
    code: writeCodeCard,
    codeblock: writeCodeCard,
    hr: writeRule,
    horizontalrule: writeRule,
  }),
  ...Object.entries({
    toggle: writeToggleCard,
    file: writeFileCard,
    transistor: writeTransistorCard,
  }),
  ...Object.entries({
    product: writeProductCard,
    header: writeHeaderCard,
    signup: writeSignupCard,
  }),
  ...Object.entries({
    'call-to-action': writeCallToActionCard,
    email: writeMailCard,
    'email-cta': writeMailCard,
  }),
  ...Object.entries({ markdown: writeMarkdownCard, 'card-markdown': writeMarkdownCard }),
  ...Object.entries<WriteCardHtml>({
    html: (card) => readGhostText(card, 'html'),
    button: (card) => writeCardButton(card),
    gallery: (card) => writeImageCards(Array.isArray(card.images) ? card.images : [], card),
    'before-after': (card) => writeImageCards([card.beforeImage, card.afterImage], card),
    audio: (card) => writeMediaCard('audio', card),
    video: (card) => writeMediaCard('video', card),
    paywall: () => '<!--members-only-->',
  }),
]);
