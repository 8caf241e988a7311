import type { LargeCompilation } from '../../content/checks/check-site.ts';
import { FEED_FORMATS, files, pages } from '../../site/addresses.ts';
import { listFixedPages, listGeneratedFiles, listSectionPages } from '../../site/catalogue.ts';
import { findSettings } from '../../site/default-site.ts';

/** An address that no site has. */
const MISSING = '/no-such-page';

/** Segment that is added to the path of a rule for a prefix. */
const BELOW = 'below';

/**
 * Lists the addresses with which the comparison of a site begins. Pages that no other page links to
 * are here too: each text, with its Markdown, and each old address that redirects. Links, pictures
 * and further pages of lists are found in the answers.
 */
export function listStartAddresses({ records, media, texts }: LargeCompilation): readonly string[] {
  const settings = findSettings(records);
  const found = records.flatMap((record): readonly string[] => {
    switch (record.kind) {
      case 'author':
        return listPathAndFeeds(pages.author(record.slug));
      case 'redirects':
        return record.redirects.flatMap(({ from, isPrefix }) =>
          isPrefix ? [from, `${from}/${BELOW}`] : [from],
        );
      default:
        return [];
    }
  });
  const written = texts
    .filter(({ outline }) => outline.kind !== 'draft' && outline.kind !== 'pageDraft')
    .flatMap(({ address, outline }) =>
      outline.kind === 'legacy' ? [address] : [address, files.markdown(address)],
    );
  const mediaFiles = media.map(({ name }) => files.media(name));
  const fixed = listFixedPages().map(({ path }) => path);
  const sections = listSectionPages(settings).flatMap(({ path }) => listPathAndFeeds(path));
  const always = [...fixed, ...sections, ...listGeneratedFiles(settings), MISSING];
  return [...new Set([...always, ...found, ...mediaFiles, ...written])];
}

/** Lists a page and the feeds below it: both sites must have them, or both must lack them. */
function listPathAndFeeds(path: string): readonly string[] {
  return [path, ...FEED_FORMATS.map((format) => files.feed(format, path))];
}

const HTML_ADDRESS = /(?:href|src|srcset|action)="([^"]+)"/g;
const XML_ADDRESS = /<(?:loc|image:loc)>([^<]+)</g;
/**
 * Addresses that are not compared: those drawn from the words of the page, which are compared, and
 * calls that count views, which no page names.
 */
const NOT_FOLLOWED = /^\/(?:social|assets|preview|api\/system)\//;

/** Lists the addresses of the same site that an answer names. */
export function listNamedAddresses(
  body: string,
  type: string,
  origins: readonly string[],
): readonly string[] {
  const isXml = /xml/.test(type);
  if (!isXml && !type.startsWith('text/html')) return [];
  const named = [...body.matchAll(isXml ? XML_ADDRESS : HTML_ADDRESS)].flatMap(([, value = '']) =>
    value.includes('w, ') || /\s\d+w$/.test(value)
      ? value.split(', ').map((one) => one.split(' ')[0] ?? '')
      : [value],
  );
  const addresses = named.flatMap((address) => {
    const plain = address.replaceAll('&amp;', '&').replace(/#.*/, '');
    if (/^\/(?!\/)/.test(plain)) return [plain];
    const origin = origins.find((one) => plain === one || plain.startsWith(`${one}/`));
    return origin === undefined ? [] : [plain.slice(origin.length) || '/'];
  });
  return [...new Set(addresses)].filter((address) => !NOT_FOLLOWED.test(address));
}
