import { statSync } from 'node:fs';
import path from 'node:path';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { decodeText, readContentFile } from '../content/content-folder.ts';
import { isPagePath, pages } from '../site/addresses.ts';
import { listSectionPages } from '../site/catalogue.ts';
import { findSettings } from '../site/default-site.ts';
import type { AuditedSite } from './audited-site.ts';
import { type AskSite, crawlSite, type ParseOwn } from './crawl.ts';
import { type AuditedText, readAuditedText } from './read-text.ts';

export type AuditOptions = {
  readonly contentDir: string;
  /** Scheme and host of the site. */
  readonly origin: string;
  readonly now: number;
  readonly monthsBetweenChecks: number;
  readonly onProgress: (done: number, total: number) => void;
};

/** Reads the texts and requests every page. */
export async function openAuditedSite(
  compilation: LargeCompilation,
  ask: AskSite,
  options: AuditOptions,
): Promise<AuditedSite> {
  const { contentDir, now, monthsBetweenChecks } = options;
  const { records } = compilation;
  const settings = findSettings(records);
  const texts = listPublishedTexts(compilation, options);
  const redirects = records.flatMap((record) =>
    record.kind === 'redirects' ? record.redirects : [],
  );
  const authors = records.flatMap((record) => (record.kind === 'author' ? [record] : []));
  const parseOwn = createOwnParser(options.origin, settings.domain);
  const crawl = await crawlSite(ask, {
    addresses: [
      ...texts.map(({ address }) => address),
      ...listSectionPages(settings).map(({ path }) => path),
      ...authors.map(({ slug }) => pages.author(slug)),
      ...redirects.filter(({ isPrefix }) => !isPrefix).map(({ from }) => from),
      ...listLinkedPages(texts, parseOwn),
    ],
    parseOwn,
    onProgress: options.onProgress,
  });
  const media = records.flatMap((record) => (record.kind === 'media' ? [record] : []));
  return {
    ...crawl,
    settings,
    now,
    monthsBetweenChecks,
    texts,
    redirects,
    authors,
    parseOwn,
    folder: path.basename(path.resolve(contentDir)),
    errors: compilation.problems,
    advice: compilation.advice,
    standard: compilation.standard,
    fileSizes: new Map(media.map(({ name, bytes }) => [name, bytes.size])),
    sizeOf: (file) =>
      statSync(path.join(path.dirname(path.resolve(contentDir)), file), { throwIfNoEntry: false })
        ?.size,
  };
}

/**
 * Lists the pages of the site to which texts link, or which they name as their canonical address.
 */
function listLinkedPages(
  texts: readonly AuditedText[],
  parseOwn: AuditedSite['parseOwn'],
): readonly string[] {
  return texts.flatMap(({ address, links, keys }) =>
    [...links.map(({ href }) => href), String(keys.canonical ?? '')].flatMap((href) => {
      const own = parseOwn(href, address);
      return own !== undefined && isPagePath(own) ? [own] : [];
    }),
  );
}

/** Reads the texts that readers can find now. */
function listPublishedTexts(
  { texts }: LargeCompilation,
  { contentDir, now }: Pick<AuditOptions, 'contentDir' | 'now'>,
): readonly AuditedText[] {
  return texts.flatMap(({ file, address, read }) => {
    const record = read();
    const source = readContentFile(contentDir, file);
    const isPublished =
      (record.kind === 'post' && record.publishedAt <= now) ||
      (record.kind === 'legacy' && record.redirectTo === undefined) ||
      record.kind === 'page';
    if (!isPublished || !('bytes' in source)) return [];
    return [readAuditedText(decodeText(source.bytes) ?? '', { file, address, record })];
  });
}

/**
 * Creates the parser of links to this site. It understands the other spellings of the own host:
 * with and without `www.`, with `http:`.
 */
function createOwnParser(origin: string, domain: string): ParseOwn {
  const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');
  const hosts = new Set([bare(new URL(origin).host), bare(domain)]);
  return (href, base) => {
    const url = URL.parse(href.trim(), `${origin}${base.startsWith('/') ? base : '/'}`);
    if (url === null || !/^https?:$/.test(url.protocol) || !hosts.has(bare(url.host)))
      return undefined;
    return url.pathname + url.search;
  };
}
