import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { escapeHtml, formatKeptHtml, HTML } from '../vocabulary/html-blocks.ts';
import { type GhostRow, isRow, readFlag, readGhostText } from './ghost-data.ts';

/** The plain HTML of a card, by the fields of Ghost's editor. Values are HTML if Ghost's are. */
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

function readPlain(card: GhostRow, key: string): string {
  return escapeHtml(readGhostText(card, key));
}

function createFigure(content: string, card: GhostRow): string {
  const caption = readGhostText(card, 'caption');
  return `<figure>${content}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function createPart(tag: string, content: string): string {
  return content === '' ? '' : `<${tag}>${content}</${tag}>`;
}

/** Lines of a paragraph, without those that are empty. */
function createLines(...lines: readonly string[]): string {
  return `<p>${lines.filter((line) => line !== '').join('<br>')}</p>`;
}

function writeImage(card: GhostRow): string {
  const src = readPlain(card, 'src');
  const alt = readPlain(card, 'alt') || readPlain(card, 'altText');
  const caption = readGhostText(card, 'caption');
  return src === '' ? '' : HTML.writeFigure({ src, alt, caption, href: readPlain(card, 'href') }).text.trim();
}

function writeImages(images: readonly unknown[], card: GhostRow): string {
  const figures = images.filter(isRow).map((image) => writeImage({ ...image, caption: '' }));
  return createFigure(figures.join(''), card);
}

function readMetadata({ metadata }: GhostRow): GhostRow {
  return isRow(metadata) ? metadata : {};
}

function writeBookmark(card: GhostRow): string {
  const metadata = readMetadata(card);
  const link = HTML.writeLink(
    readPlain(metadata, 'title'),
    readPlain(card, 'url') || readPlain(metadata, 'url'),
  );
  const origin = ['publisher', 'author'].map((key) => readPlain(metadata, key)).filter(Boolean);
  const lines = createLines(link, readPlain(metadata, 'description'), origin.join(' · '));
  return lines + createPart('p', readGhostText(card, 'caption'));
}

/** The class says where scripts of players may be. */
function writeEmbed(card: GhostRow): string {
  if (readGhostText(card, 'embedType') === 'bookmark' || readGhostText(card, 'type') === 'bookmark')
    return writeBookmark(card);
  const link = HTML.writeButton(readPlain(readMetadata(card), 'title'), readPlain(card, 'url')).text.trim();
  const figure = createFigure(readGhostText(card, 'html') || link, card);
  return figure.replace('<figure>', '<figure class="kg-embed-card">');
}

function writeCode(card: GhostRow): string {
  const code = typeof card.code === 'string' ? escapeHtml(card.code) : '';
  return createFigure(HTML.writeCode(code, readPlain(card, 'language')).text.trim(), card);
}

function writeCallout(card: GhostRow): string {
  const emoji = readPlain(card, 'calloutEmoji');
  const text = readGhostText(card, 'calloutText');
  const blocks = /<(?:p|ul|ol|div|h\d)\b/.test(text) ? text : `<p>${text}</p>`;
  const marked = emoji === '' ? blocks : blocks.replace(/^<p\b[^>]*>/, (opening) => `${opening}${emoji} `);
  return HTML.writeCallout('NOTE', '', marked).text.trim();
}

function writeToggle(card: GhostRow): string {
  return createPart('h4', readGhostText(card, 'heading')) + readGhostText(card, 'content');
}

function writeButton(card: GhostRow, textKey = 'buttonText', urlKey = 'buttonUrl'): string {
  const [text, url] = [readPlain(card, textKey), readPlain(card, urlKey)];
  return text === '' || url === '' ? '' : HTML.writeButton(text, url).text.trim();
}

function writeFile(card: GhostRow): string {
  const [title, name] = [readPlain(card, 'fileTitle'), readPlain(card, 'fileName')];
  const bytes = Number(card.fileSize) || 0;
  const size = bytes === 0 ? readPlain(card, 'fileSize').replace(/^0$/, '') : formatSize(bytes);
  const about = [name, size].filter((part) => part !== '' && part !== title).join(', ');
  return createLines(
    HTML.writeLink(title || name, readPlain(card, 'src')),
    readPlain(card, 'fileCaption'),
    about,
  );
}

function formatSize(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round(bytes / 1024 ** power)} ${['Bytes', 'KB', 'MB', 'GB'][power]}`;
}

function writeMedia(tag: 'audio' | 'video', card: GhostRow): string {
  const caption = readGhostText(card, 'caption');
  const words = caption.replace(/<[^>]*>/g, '').trim();
  const title = readPlain(card, 'title') || words;
  const player = `<${tag} src="${readPlain(card, 'src')}" title="${title.replaceAll('"', '&quot;')}"></${tag}>`;
  return words === title ? player : player + createPart('p', caption);
}

const STARS_MAX = 5;

export function formatStars(count: number): string {
  return count <= 0 ? '' : '★'.repeat(Math.min(STARS_MAX, count)).padEnd(STARS_MAX, '☆');
}

function writeProduct(card: GhostRow): string {
  const title = readGhostText(card, 'productTitle');
  const isRated = readFlag(card, 'productRatingEnabled');
  return [
    writeImage({ src: card.productImageSrc, alt: title.replace(/<[^>]*>/g, '') }),
    createPart('h4', title),
    createPart('p', isRated ? formatStars(Math.trunc(Number(card.productStarRating) || 0)) : ''),
    readGhostText(card, 'productDescription'),
    readFlag(card, 'productButtonEnabled') ? writeButton(card, 'productButton', 'productUrl') : '',
  ].join('');
}

function writeHeader(card: GhostRow): string {
  return [
    writeImage({ src: card.backgroundImageSrc }),
    createPart('h2', readGhostText(card, 'header')),
    createPart(card.version === 2 ? 'p' : 'h3', readGhostText(card, 'subheader')),
    readFlag(card, 'buttonEnabled') ? writeButton(card) : '',
  ].join('');
}

function writeSignup(card: GhostRow, notes: string[]): string {
  notes.push('the form to sign up left out; its words remain');
  return [
    writeImage({ src: card.backgroundImageSrc }),
    createPart('h2', readGhostText(card, 'header')),
    createPart('p', readGhostText(card, 'subheader')),
    createPart('p', readGhostText(card, 'disclaimer')),
  ].join('');
}

function writeCallToAction(card: GhostRow): string {
  const parts = [
    readFlag(card, 'hasSponsorLabel') ? readGhostText(card, 'sponsorLabel') : '',
    writeImage({ src: card.imageUrl }),
    readGhostText(card, 'textValue'),
    readFlag(card, 'showButton') ? writeButton(card) : '',
  ];
  return `<figure>${parts.join('')}</figure>`;
}

/** Each member has another address there. */
function writeTransistor(_: GhostRow, notes: string[]): string {
  notes.push('the player with podcasts for members (Transistor) left out');
  return '';
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
  ...Object.entries({ image: writeImage, bookmark: writeBookmark, embed: writeEmbed, callout: writeCallout }),
  ...Object.entries({ code: writeCode, codeblock: writeCode, hr: writeRule, horizontalrule: writeRule }),
  ...Object.entries({ toggle: writeToggle, file: writeFile, transistor: writeTransistor }),
  ...Object.entries({ product: writeProduct, header: writeHeader, signup: writeSignup }),
  ...Object.entries({ 'call-to-action': writeCallToAction, email: writeMail, 'email-cta': writeMail }),
  ...Object.entries({ markdown: writeMarkdownCard, 'card-markdown': writeMarkdownCard }),
  ...Object.entries<WriteCard>({
    html: (card) => readGhostText(card, 'html'),
    button: (card) => writeButton(card),
    gallery: (card) => writeImages(Array.isArray(card.images) ? card.images : [], card),
    'before-after': (card) => writeImages([card.beforeImage, card.afterImage], card),
    audio: (card) => writeMedia('audio', card),
    video: (card) => writeMedia('video', card),
    paywall: () => '<!--members-only-->',
  }),
]);
