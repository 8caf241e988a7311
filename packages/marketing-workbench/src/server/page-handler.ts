import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer } from '../contract/page-renderer.ts';
import type { Address } from '../site/addresses.ts';
import { findAnalyticsScript } from '../site/analytics.ts';
import { holdsPreviewLink } from '../site/request-kinds.ts';
import { formatOrigin } from '../site/settings.ts';
import { readSite } from '../store/pages/known-site.ts';
import { findRedirect } from '../store/pages/redirects.ts';
import type { Respond } from './cache/responder.ts';
import { createInProcessTransport, type PageApi } from './call-handler.ts';
import {
  createMarkdownFinder,
  type MarkdownOptions,
  prefersMarkdown,
} from './discovery/markdown.ts';
import { findFileAddress } from './feeds/create-feed.ts';
import { formatRedirect, type HttpAnswer, keepPrivate } from './http-answer.ts';
import { formatPage, formatPreloads, listPlayers, type PageAssets } from './page-shell.ts';
import { createPublicFileFinder } from './public-files.ts';
import { formatPolicy } from './security-headers.ts';

export type PageOptions = MarkdownOptions & {
  readonly api: PageApi;
  readonly renderPage: PageRenderer;
  readonly findAssets: (screen: string) => PageAssets;
  readonly respond: Respond;
  readonly isDevelopment?: boolean;
  readonly editorOrigin?: string | undefined;
};

/**
 * Answers addresses of neither calls nor files: a page or its Markdown, a redirect, or a not-found
 * page.
 */
export function createPageHandler(options: PageOptions) {
  const { store, now, respond } = options;
  const findMarkdown = createMarkdownFinder(options);
  const findPublicFile = createPublicFileFinder(store);
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { accept } = request.headers;
    return respond(request, reply, {
      variant: prefersMarkdown(accept) ? 'text/markdown ' : '',
      answer: async (address) => {
        const time = now();
        const rule = findRedirect(store, address, time.getTime());
        if (rule?.to !== undefined && rule.status !== 410)
          return formatRedirect(rule.to, { search: rule.search, status: rule.status });
        const file = findFileAddress(address.pathname, readSite(store));
        if (file !== undefined) return formatRedirect(file, { search: address.search });
        const published = await findPublicFile(address.pathname);
        if (published !== undefined) return published;
        const markdown = await findMarkdown(address.pathname, accept);
        return markdown ?? makePage(options, { address, time, isGone: rule?.status === 410 });
      },
    });
  };
}

type PageRenderRequest = {
  readonly address: Address;
  readonly time: Date;
  readonly isGone: boolean;
};

async function makePage(options: PageOptions, request: PageRenderRequest): Promise<HttpAnswer> {
  const page = await renderPageAnswer(options, request);
  // What is not found may be a link to a draft that was mistyped.
  return page.status >= 400 && holdsPreviewLink(request.address.pathname)
    ? keepPrivate(page)
    : page;
}

async function renderPageAnswer(
  options: PageOptions,
  { address, time, isGone }: PageRenderRequest,
): Promise<HttpAnswer> {
  const { api, store, renderPage, findAssets } = options;
  const transport = createInProcessTransport(api, time);
  const site = readSite(store);
  const page = await renderPage({
    address,
    site,
    origin: options.origin ?? formatOrigin(site),
    now: time,
    transport,
  });
  if (page.kind === 'redirect') return formatRedirect(page.to);
  const assets = findAssets(page.screen);
  const players = listPlayers(page);
  // The address of a draft, which a service would be told, is only for whom it was sent to.
  const isPublic = !holdsPreviewLink(address.pathname);
  const analytics =
    assets.analyticsScript !== undefined && site.analytics !== undefined && isPublic
      ? findAnalyticsScript(site.analytics, site.domain)
      : undefined;
  return {
    status: isGone ? 410 : page.status,
    type: 'text/html; charset=utf-8',
    body: formatPage(page, assets, analytics),
    caching: page.status === 200 && !isGone && page.screen !== 'search' ? 'shared' : 'revalidate',
    headers: {
      Vary: 'Accept, Accept-Encoding',
      Link: formatPreloads(page, assets),
      ...((players.length > 0 || analytics) && {
        'Content-Security-Policy': formatPolicy(options, { players, analytics }),
      }),
    },
    canonical: page.canonical,
    recommended: page.recommended,
  };
}
