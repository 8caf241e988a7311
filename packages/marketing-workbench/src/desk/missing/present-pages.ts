import type { LargeCompilation } from '../../content/checks/check-site.ts';
import type { GuessablePage } from '../../search/guess-pages.ts';
import { isPagePath, pages } from '../../site/addresses.ts';
import { listFixedPages, listSectionPages, listTagSlugs } from '../../site/catalogue.ts';
import { findSettings } from '../../site/default-site.ts';
import type { LiveTest } from '../../site/live.ts';
import { parseCanonicalPath } from '../../site/paths/canonical-path.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import { listRedirectSources } from '../../site/paths/redirects.ts';
import type { ContentRecord } from '../../site/records.ts';
import type { News, SiteSettings } from '../../site/settings.ts';

export type PresentPages = {
  readonly guessable: readonly GuessablePage[];
  /** Whether the site answers a canonical path with a page, a file or a redirect. */
  readonly isAnswered: (path: string) => boolean;
  /** Whether a redirect of the content answers the path. */
  readonly isRedirected: (path: string) => boolean;
};

/**
 * Lists what the content answers once it is published. `isLive` decides which articles are public.
 */
export function listPresentPages(
  { records, texts }: LargeCompilation,
  isLive: LiveTest,
): PresentPages {
  const settings = findSettings(records);
  const { news, publicFiles } = settings;
  const all: readonly ContentRecord[] = [...records, ...texts.map(({ read }) => read())];
  const named = listGuessablePages(all, settings, isLive);
  const tags = listTagSlugs(
    all.flatMap((record) => (isPublicArticle(record, isLive) ? [record.tags ?? []] : [])),
    settings.language,
  );
  const paths = new Set([
    ...[...named, ...listFixedPages()].map(({ path }) => path),
    ...tags.map((slug) => pages.tag(slug)),
  ]);
  const slugs = new Set(
    all.flatMap((record) => (isPublicArticle(record, isLive) ? record.slug : [])),
  );
  const moved = listMovedAddresses(all, isLive);
  const isRedirected = createRedirectTest(all, news, isLive);
  const legacy = new Set(
    all.flatMap((one) => (one.kind === 'legacy' ? formatLegacyKey(one.legacyUrl) : [])),
  );
  const files = new Set(Object.keys(publicFiles ?? {}));
  const oldPaths = Map.groupBy(moved, ({ to }) => to);
  return {
    guessable: named.map((page) => ({
      ...page,
      oldPaths: (oldPaths.get(page.path) ?? []).map(({ from }) => from),
    })),
    isRedirected,
    isAnswered: (path) => {
      if (parseCanonicalPath(path, news) === undefined) return isRedirected(path);
      const segments = path.split('/').slice(1);
      // An article answers every path of its slug with a redirect to its own.
      const isArticle =
        (segments.length === 2 || segments.length === 3) && slugs.has(segments.at(-1) ?? '');
      const isPage = paths.has(path) || legacy.has(formatLegacyKey(path)) || files.has(path);
      return isPage || isArticle || isRedirected(path) || !isPagePath(path);
    },
  };
}

type PresentPage = Omit<GuessablePage, 'oldPaths'>;

function listGuessablePages(
  records: readonly ContentRecord[],
  settings: SiteSettings,
  isLive: LiveTest,
): readonly PresentPage[] {
  const categories = new Map(settings.categories.map(({ slug, name }) => [slug, name]));
  const sections = listSectionPages(settings).map(({ path, title, category }) => ({
    path,
    title,
    category: category?.name,
  }));
  const others = records.flatMap((record): readonly PresentPage[] => {
    switch (record.kind) {
      case 'post': {
        if (!isPublicArticle(record, isLive)) return [];
        const path = pages.article(record, settings.news);
        return [{ path, title: record.title, category: categories.get(record.category) }];
      }
      case 'page':
        return [{ path: pages.page(record.slug), title: record.title }];
      case 'author':
        return [{ path: pages.author(record.slug), title: record.name }];
      case 'legacy':
        return record.redirectTo === undefined
          ? [{ path: record.legacyUrl, title: record.title }]
          : [];
      default:
        return [];
    }
  });
  return [...sections, ...others];
}

function isPublicArticle(
  record: ContentRecord,
  isLive: LiveTest,
): record is Extract<ContentRecord, { readonly kind: 'post' }> {
  return record.kind === 'post' && isLive('post', record.slug, record.publishedAt);
}

function listActiveRedirects(records: readonly ContentRecord[], isLive: LiveTest) {
  return records.flatMap((record) =>
    record.kind === 'redirects'
      ? record.redirects.filter(({ from, activeFrom }) => isLive('redirect', from, activeFrom))
      : [],
  );
}

function listMovedAddresses(records: readonly ContentRecord[], isLive: LiveTest) {
  const legacy = records.flatMap((record) =>
    record.kind === 'legacy' && record.redirectTo !== undefined
      ? [{ from: record.legacyUrl, to: record.redirectTo }]
      : [],
  );
  const rules = listActiveRedirects(records, isLive).flatMap(({ from, to, isPrefix }) =>
    to === undefined || isPrefix ? [] : [{ from, to }],
  );
  return [...legacy, ...rules];
}

function createRedirectTest(
  records: readonly ContentRecord[],
  news: News | undefined,
  isLive: LiveTest,
) {
  const rules = listActiveRedirects(records, isLive);
  const exact = new Set(rules.map(({ from }) => from));
  const prefixes = new Set(rules.flatMap(({ from, isPrefix }) => (isPrefix ? from : [])));
  return (path: string): boolean => {
    const sources = listRedirectSources(parseCanonicalPath(path, news) ?? path, news);
    return exact.has(sources[0] ?? '') || sources.some((source) => prefixes.has(source));
  };
}
