import path from 'node:path';
import { decodePercent } from 'marketing-workbench/site/addresses';
import { readPlainText } from '../plain-text.ts';
import type { ImportedBody } from '../source.ts';
import { escapeHtml } from '../vocabulary/html-blocks.ts';
import type { FeedMedia, ImportedFeedEntry } from './read-entry.ts';

/** A shorter summary without block elements is taken for less than the whole text. */
const SUMMARY_MAX = 1000;

/** The number of last characters that show if a summary ends in the middle of the text. */
const END_LENGTH = 60;

/** The number of media that may follow a text. Feeds with more media have them in the body, too. */
const MEDIA_MAX = 50;

/**
 * Renders the whole text of an entry or, if the feed has none, its summary with a note. Media that
 * are not in the text follow it.
 */
export function renderEntryBody(entry: ImportedFeedEntry): ImportedBody {
  const { content, summary, contentAddress, link, media } = entry;
  const notes: string[] = [];
  if (content === '' && isShort(summary))
    notes.push(
      `the feed has only a summary of this text; the whole text is at ${contentAddress || link}`,
    );
  if (media.length > MEDIA_MAX)
    notes.push(`only the first ${MEDIA_MAX} of its ${media.length} media follow the text`);
  const text = removeAdditions(content || summary, notes);
  const picture = findEntryPicture(entry);
  const outside = listOutside(entry).filter(({ address }) => address !== picture?.address);
  return { format: 'html', text: `${text}\n${outside.map(renderMedia).join('\n')}`, notes };
}

type Media = Pick<ImportedFeedEntry, 'content' | 'summary' | 'media'>;

/** Finds the picture that represents the text in lists, unless it is in the text. */
export function findEntryPicture(entry: Media): FeedMedia | undefined {
  return listOutside(entry).find(({ type }) => type.startsWith('image/'));
}

function listOutside({ content, summary, media }: Media): readonly FeedMedia[] {
  const text = content || summary;
  const byAddress = new Map(media.slice(0, MEDIA_MAX).map((one) => [one.address, one]));
  return [...byAddress.values()].filter(
    ({ address }) => !text.includes(address) && !text.includes(address.replaceAll('&', '&amp;')),
  );
}

const PIXEL = /<img\b(?=[^<>]*\swidth="1")(?=[^<>]*\sheight="1")[^<>]*>/gi;
const ORIGIN_LINE =
  /<p>The post <a [^<>]*>[^<>]*<\/a> (?:appeared )?first (?:appeared )?on <a [^<>]*>[^<>]*<\/a>\.<\/p>$/;

/** Removes what programs add to the texts of their feeds. */
function removeAdditions(html: string, notes: string[]): string {
  const withoutPixels = html.replace(PIXEL, '');
  if (withoutPixels !== html)
    notes.push('a picture of one pixel, which counts readers, was removed');
  const text = withoutPixels.trimEnd().replace(ORIGIN_LINE, '');
  if (text !== withoutPixels.trimEnd())
    notes.push('the last line, “The post … appeared first on …”, was removed');
  return text;
}

function isShort(summary: string): boolean {
  const plain = readPlainText(summary);
  const end = plain.slice(-END_LENGTH);
  if (/(?:…|\.{3}|\[…\]|\[\.{3}\]|read more|continue reading)\W*$/i.test(end)) return true;
  return (
    plain.length < SUMMARY_MAX &&
    !/<(?:h[1-6]|ul|ol|table|blockquote|pre|figure|p>[\s\S]*<p)\b/i.test(summary)
  );
}

function renderMedia({ address, type, alt }: FeedMedia): string {
  const name = decodePercent(
    path.posix.basename(URL.parse(address, 'https://any.example')?.pathname ?? ''),
  );
  const [href, words] = [escapeHtml(address), escapeHtml(alt || name || address)];
  return type.startsWith('image/')
    ? `<p><img src="${href}" alt="${escapeHtml(alt)}"></p>`
    : `<p><a href="${href}">${words}</a></p>`;
}
