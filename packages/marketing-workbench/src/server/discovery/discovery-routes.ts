import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { files, machineFiles, pages } from '../../site/addresses.ts';
import type { Category, PostSummary } from '../../site/entities.ts';
import { formatOrigin } from '../../site/settings.ts';
import { formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { findKnownSite, readSite } from '../../store/pages/known-site.ts';
import { listAllOwnPages } from '../../store/pages/own-pages.ts';
import { readTaxonomy } from '../../store/pages/taxonomy.ts';
import { listPosts } from '../../store/posts/posts.ts';
import type { Store } from '../../store/store.ts';
import type { Respond } from '../cache/responder.ts';
import {
  type AnswerPage,
  type FeedRouteOptions,
  registerFeedRoutes,
} from '../feeds/feed-routes.ts';
import { type AnswerHead, XML_HEAD } from '../http-answer.ts';
import { registerBrandRoutes } from './brand-routes.ts';
import { type CardHandlerOptions, createCardHandler } from './card-handler.ts';
import {
  escapeMarkdown,
  escapeMarkdownLabel,
  formatMarkdownHeading,
  formatMarkdownParagraph,
} from './markdown-text.ts';
import { createSitemapFiles, SITEMAP_LIMITS, type SitemapLimits } from './sitemap-files.ts';
import { formatNewsSitemap } from './sitemaps.ts';

export type DiscoveryOptions = CardHandlerOptions &
  FeedRouteOptions & {
    /** The key of IndexNow; undefined if search engines are not notified of changes. */
    readonly indexNowKey?: string | undefined;
    /** Limits of one file of the sitemap; those of the protocol unless given. */
    readonly sitemapLimits?: SitemapLimits | undefined;
  };

const TEXT_HEAD: AnswerHead = { status: 200, type: 'text/plain; charset=utf-8', caching: 'shared' };

export function registerDiscoveryRoutes(
  app: FastifyInstance,
  options: DiscoveryOptions,
  answerPage: AnswerPage,
): void {
  const { store, now, indexNowKey, respond } = options;
  const readOrigin = () => options.origin ?? formatOrigin(readSite(store));
  const texts = {
    [machineFiles.robots()]: () => {
      const site = findKnownSite(store)?.site;
      return formatRobots(options.origin ?? (site && formatOrigin(site)));
    },
    [machineFiles.llms()]: () => formatLlms(store, { origin: readOrigin(), now: now().getTime() }),
    ...(indexNowKey !== undefined && {
      [machineFiles.indexNowKey(indexNowKey)]: () => indexNowKey,
    }),
  };
  const answer = createTextHandler(respond);
  for (const [path, createText] of Object.entries(texts))
    app.get(path, answer(TEXT_HEAD, createText));
  const formatNews = () => formatNewsSitemap(store, now().getTime(), readOrigin());
  app.get(machineFiles.newsSitemapXml(), answer(XML_HEAD, formatNews));
  registerSitemapRoutes(app, options);
  app.get(files.cards('*'), createCardHandler(options));
  registerBrandRoutes(app, options);
  registerFeedRoutes(app, options, answerPage);
}

function registerSitemapRoutes(
  app: FastifyInstance,
  { store, now, origin, respond, sitemapLimits: limits = SITEMAP_LIMITS }: DiscoveryOptions,
): void {
  const sitemap = createSitemapFiles({ store, now, origin, limits });
  app.get(files.sitemapXml(), (request, reply) =>
    respond(request, reply, { answer: sitemap.writeIndex }),
  );
  app.get<{ Params: { part: string } }>(machineFiles.sitemapPart(':part'), (request, reply) =>
    respond(request, reply, { answer: () => sitemap.writePart(request.params.part) }),
  );
}

function createTextHandler(respond: Respond) {
  return (head: AnswerHead, createBody: () => string) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      respond(request, reply, { answer: () => ({ ...head, body: createBody() }) });
}

const ARTICLES_PER_CATEGORY = 100;

type LlmsOptions = { readonly origin: string; readonly now: number };

/**
 * Returns the newest articles with the addresses of their Markdown, for language models
 * (llmstxt.org).
 */
export function formatLlms(store: Store, { origin, now }: LlmsOptions): string {
  const taxonomy = readTaxonomy(store, now);
  const categories = taxonomy.categories.map((category) => {
    const filter = { categoryId: category.id, limit: ARTICLES_PER_CATEGORY, page: 1 };
    return formatCategory(category, listPosts(store, filter, now).items, taxonomy, origin);
  });
  const [guides = [], otherPages = []] = (['guide', 'page'] as const).map((form) =>
    listAllOwnPages(store)
      .filter((page) => page.form === form && page.inSitemap && !page.noindex)
      .map(({ title, slug, metaDescription }) =>
        formatListedLink(title, files.markdown(`${origin}${pages.page(slug)}`), metaDescription),
      ),
  );
  const others = [
    formatListedLink('All articles', `${origin}${pages.articles()}`, 'every article, newest first'),
    formatListedLink(
      'XML sitemap',
      `${origin}${files.sitemapXml()}`,
      'every address, with the day of its last change',
    ),
    formatListedLink(
      'JSON feed',
      `${origin}${files.feed('json')}`,
      'the newest articles with their texts',
    ),
  ];
  const about =
    'Every article and guide can be had as Markdown: add .md to its address, or ask for it with Accept: text/markdown. Please name and link the page itself, whose address stands in the text as its canonical one.';
  return [
    formatMarkdownHeading(1, taxonomy.site.name),
    `> ${formatMarkdownParagraph(taxonomy.site.description)}`,
    about,
    ...(guides.length === 0 ? [] : [`## Guides\n\n${guides.join('\n')}`]),
    ...categories,
    ...(otherPages.length === 0 ? [] : [`## Pages\n\n${otherPages.join('\n')}`]),
    `## Optional\n\n${others.join('\n')}\n`,
  ].join('\n\n');
}

function formatCategory(
  { name, description }: Category,
  posts: readonly PostSummary[],
  taxonomy: Taxonomy,
  origin: string,
): string {
  const lines = posts
    .filter(({ noindex }) => !noindex)
    .map((post) => {
      const address = files.markdown(`${origin}${formatPostAddress(post, taxonomy)}`);
      return formatListedLink(post.title, address, post.excerpt);
    });
  return [formatMarkdownHeading(2, name), formatMarkdownParagraph(description), lines.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

function formatListedLink(title: string, address: string, about: string): string {
  const line = `[${title}]: ${about}`;
  return `- [${escapeMarkdownLabel(title, line)}](${address}): ${escapeMarkdown(about, line)}`;
}

/**
 * Crawlers may fetch everything: pages that should not be found have a `noindex`. Without an origin
 * it names no sitemap.
 */
export function formatRobots(origin: string | undefined): string {
  const paths = origin === undefined ? [] : [files.sitemapXml(), machineFiles.newsSitemapXml()];
  const sitemaps = paths.map((path) => `Sitemap: ${origin}${path}\n`);
  return `User-agent: *\nAllow: /\n\n${sitemaps.join('')}`;
}
