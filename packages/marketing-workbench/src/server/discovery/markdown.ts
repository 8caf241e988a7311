import { files, pages } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/paths/canonical-path.ts';
import { formatOrigin } from '../../site/settings.ts';
import { findAuthors, type Site } from '../../site/site.ts';
import { formatPostAddress } from '../../site/taxonomy.ts';
import { showLocalDates } from '../../site/time/time-zones.ts';
import { readSite } from '../../store/pages/known-site.ts';
import { findLegacyPost, findLegacyPostAt } from '../../store/pages/legacy-posts.ts';
import { findOwnPage } from '../../store/pages/own-pages.ts';
import { readTaxonomy } from '../../store/pages/taxonomy.ts';
import { findPost } from '../../store/posts/posts.ts';
import type { Store } from '../../store/store.ts';
import { parseWeights } from '../cache/content-coding.ts';
import { formatRedirect, type HttpAnswer } from '../http-answer.ts';
import { makePortable } from '../portable-html.ts';
import { formatMarkdownHeading, quoteYaml, quoteYamlAddress } from './markdown-text.ts';

export type MarkdownOptions = {
  readonly store: Store;
  /** Scheme and host of addresses; undefined for those of the site's domain. */
  readonly origin: string | undefined;
  readonly now: () => Date;
};

const NAMED = /^(.*)\.md\/*$/i;

/**
 * Answers an address ending with `.md` or a request that prefers Markdown. Lists have no Markdown.
 */
export function createMarkdownFinder({ store, origin, now }: MarkdownOptions) {
  return async (pathname: string, accept: string | undefined): Promise<HttpAnswer | undefined> => {
    const [, name] = NAMED.exec(pathname) ?? [];
    if (name === undefined && !prefersMarkdown(accept)) return undefined;
    const path = name ?? pathname;
    const page = findTextPage(store, path, now().getTime());
    if (page === undefined) return undefined;
    const address = name === undefined ? page.path : files.markdown(page.path);
    const isNamed = name !== undefined;
    if (address === pathname) return createAnswer(page, readSite(store), { origin, isNamed });
    return isNamed ? formatRedirect(address) : undefined;
  };
}

/**
 * A shared cache that ignores `Vary: Accept` would send browsers the Markdown. The server's own
 * cache still keeps it.
 */
const NO_SHARED_CACHE = { 'Cache-Control': 'private, no-cache', 'CDN-Cache-Control': 'no-store' };

type AnswerOptions = Pick<MarkdownOptions, 'origin'> & {
  /** Whether the address names Markdown. */
  readonly isNamed: boolean;
};

async function createAnswer(
  page: TextPage,
  site: Site,
  { origin = formatOrigin(site), isNamed }: AnswerOptions,
): Promise<HttpAnswer> {
  return {
    status: 200,
    type: 'text/markdown; charset=utf-8',
    body: await formatMarkdown(page, site, origin),
    caching: 'shared',
    headers: {
      Vary: 'Accept, Accept-Encoding',
      'X-Robots-Tag': 'noindex',
      Link: `<${new URL(page.canonical ?? `${origin}${page.path}`).href}>; rel="canonical"`,
      ...(!isNamed && NO_SHARED_CACHE),
    },
  };
}

/** Returns whether `Accept` names Markdown, and no less than HTML (RFC 9110, section 12.5.1). */
export function prefersMarkdown(accept = ''): boolean {
  const weights = parseWeights(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

type TextPage = {
  readonly title: string;
  readonly metaDescription: string;
  readonly path: string;
  readonly content: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  readonly authors?: readonly string[];
  readonly canonical?: string;
};

/** Returns the page or legacy post at a path, or the article whose slug is its last segment. */
function findTextPage(store: Store, path: string, now: number): TextPage | undefined {
  const canonical = parseCanonicalPath(path, readSite(store).news);
  const page = findOwnPage(store, canonical?.slice(1) ?? '');
  if (page !== undefined) return { ...page, path: pages.page(page.slug) };
  const legacy = findLegacyPostAt(store, path);
  if (legacy !== undefined) {
    const post = legacy.redirectTo === undefined ? findLegacyPost(store, legacy.slug) : undefined;
    return post && { ...post, path };
  }
  const post = findPost(store, path.slice(path.lastIndexOf('/') + 1).toLowerCase(), now);
  if (post === undefined) return undefined;
  const taxonomy = readTaxonomy(store, now);
  const address = formatPostAddress(post, taxonomy);
  return address === pages.articles() ? undefined : { ...post, path: address };
}

async function formatMarkdown(text: TextPage, site: Site, origin: string): Promise<string> {
  const page = showLocalDates(text, site.timeZone);
  const url = `${origin}${page.path}`;
  const people = findAuthors(site, page.authors);
  const author = people.length > 0 ? people.map(({ name }) => name).join(', ') : site.name;
  const facts = {
    title: quoteYaml(page.title),
    description: quoteYaml(page.metaDescription),
    canonical: quoteYamlAddress(page.canonical ?? url),
    author: quoteYaml(author),
    published: page.publishedAt && quoteYaml(page.publishedAt),
    updated: page.updatedAt && quoteYaml(page.updatedAt),
  };
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  const body = await convertLazily(makePortable(page.content, url));
  return ['---', ...lines, '---', '', formatMarkdownHeading(1, page.title), '', body].join('\n');
}

async function convertLazily(html: string): Promise<string> {
  const { convertHtml } = await loadConverter();
  return convertHtml(html);
}

/**
 * Takes 0.2 s the first time, in one turn of the event loop. Programs that don't serve never load
 * it.
 */
export function loadConverter() {
  return import('./convert-html.ts');
}
