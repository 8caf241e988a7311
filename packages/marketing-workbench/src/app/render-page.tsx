import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { NoticeRenderer, PageRenderer, PreviewRenderer } from '../contract/page-renderer.ts';
import { queries } from '../contract/queries.ts';
import { createQueryClient } from '../contract/query-client.ts';
import { type RouteMatch, type ScreenName, screens } from '../routes.ts';
import { PageContext, type PageHeadProps } from '../screens/page-head.tsx';
import { formatMachineTags } from '../screens/page-metadata.ts';
import type { RouteParams } from '../screens/screen.ts';
import { loadTaxonomy } from '../screens/taxonomy.ts';
import type { PostSummary } from '../site/entities.ts';
import { LEGACY_PATHS_IN_PAGE } from '../site/limits.ts';
import { findMotif } from '../site/settings.ts';
import { findDirection, type Site } from '../site/site.ts';
import { findZoneOffset, shiftToLocal } from '../site/time/time-zones.ts';
import { CoverContext } from '../ui/cover/cover-art.tsx';
import { drawCover } from '../ui/cover/draw-cover.ts';
import { createToastStore, ToastContext } from '../ui/toast-store.ts';
import { App } from './app.tsx';
import { Footer, type FooterProps } from './footer.tsx';
import { NoticePage } from './notice-page.tsx';
import { loadScreen, openPage } from './open-page.ts';
import { formatPageState, PAGE_STATE_ID } from './page-state.ts';
import { PreviewPage } from './preview-page.tsx';

const PAGE_END = '</body></html>';
/** React writes this for a boundary of Suspense whose content threw. */
const FAILED_BOUNDARY = '<!--$!-->';

/** Loads the code of all screens, so that no request needs a file descriptor for it. */
export async function loadScreens(): Promise<void> {
  await Promise.all(Object.keys(screens).filter(isScreenName).map(loadScreen));
}

function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(screens, name);
}

/** Renders a page on the server. Rejects if a call fails. */
export const renderPage: PageRenderer = async (request) => {
  const { address, origin, site, now, transport } = request;
  const client = createQueryClient({ transport, lifetime: 'page' });
  const page = await openPage({ site, address, client });
  if (page.kind === 'redirect') return page;
  const { taxonomy, popular } = await loadFrame(client, site);
  // Only the day, so that the page has the same bytes all day.
  const local = shiftToLocal(now.getTime(), site.timeZone);
  const renderedAt = local.toISOString().slice(0, 10);
  let head: PageHeadProps | undefined;
  const html = renderToString(
    <App
      client={client}
      site={site}
      drawCover={drawCover}
      toasts={createToastStore()}
      origin={origin}
      renderedAt={new Date(renderedAt)}
      footer={renderFooter({ ...taxonomy, popular, year: local.getUTCFullYear() })}
      address={address}
      direction={findDirection(site.language)}
      describePage={(described) => {
        head = described;
      }}
    />,
  );
  // React would leave a placeholder on the page and keep the reason to itself.
  if (html.includes(FAILED_BOUNDARY))
    throw new Error(`A component of the screen ${page.screen} threw.`);
  const headEnd = html.indexOf('</head>');
  const state = formatPageState(client, {
    site: trimSite(site, page.match, now),
    origin,
    renderedAt,
  });
  const end = `<script type="application/json" id="${PAGE_STATE_ID}">${state}</script>${PAGE_END}`;
  return {
    kind: 'page',
    status: page.status,
    screen: page.screen,
    canonical: head?.canonical,
    recommended: [...popular, ...listRelatedOfPage(client, page.match.params)].map(
      ({ slug }) => slug,
    ),
    head:
      html.slice(0, headEnd) + (head === undefined ? '' : formatMachineTags(head, origin, site)),
    body: `${html.slice(headEnd, -PAGE_END.length)}${end}`,
  };
};

/**
 * Returns the part of the site that a page carries: without what only the server needs, and with a
 * limited number of legacy paths.
 */
function trimSite(site: Site, { params: { path } }: RouteMatch, now: Date): Site {
  const { verification, analytics, publicFiles, counting, timeZone, ...rest } = site;
  const shown =
    timeZone === undefined
      ? rest
      : { ...rest, utcOffsetMs: findZoneOffset(now.getTime(), timeZone) };
  const { legacyPaths } = site;
  if (legacyPaths.length <= LEGACY_PATHS_IN_PAGE) return shown;
  const own = legacyPaths.filter((legacyPath) => legacyPath === path);
  return { ...shown, legacyPaths: [...own, ...legacyPaths.slice(0, LEGACY_PATHS_IN_PAGE)] };
}

async function loadFrame(client: QueryClient, site: Site) {
  const [taxonomy, popular] = await Promise.all([
    loadTaxonomy(client, site),
    client.fetchQuery(queries.popularPosts()),
  ]);
  return { taxonomy, popular };
}

let lastFooter: { readonly inputs: readonly unknown[]; readonly html: string } = {
  inputs: [],
  html: '',
};

/** Returns the footer as HTML, cached as long as its inputs are the same objects. */
function renderFooter(props: FooterProps): string {
  const inputs = [props.site, props.categories, props.subcategories, props.popular, props.year];
  if (inputs.some((input, index) => input !== lastFooter.inputs[index])) {
    lastFooter = { inputs, html: renderToStaticMarkup(<Footer {...props} />) };
  }
  return lastFooter.html;
}

/** Returns the related posts of an article's page; none on other pages. */
function listRelatedOfPage(
  client: QueryClient,
  { slug }: RouteParams,
): readonly Pick<PostSummary, 'slug'>[] {
  const post = client.getQueryData(queries.findPost(slug).queryKey);
  return (post && client.getQueryData(queries.relatedPosts(post.id).queryKey)) ?? [];
}

/** The head of an article that search engines may index. */
const INDEXING = /<(?:meta name="robots"|link rel="canonical")[^>]*>/g;

export const renderPreview: PreviewRenderer = async ({
  text,
  note,
  origin,
  site,
  now,
  transport,
}) => {
  const client = createQueryClient({ transport, lifetime: 'page' });
  const { taxonomy, popular } = await loadFrame(client, site);
  if ('id' in text) client.setQueryData(queries.relatedPosts(text.id).queryKey, []);
  const local = shiftToLocal(now.getTime(), site.timeZone);
  const footer = renderFooter({ ...taxonomy, popular, year: local.getUTCFullYear() });
  const covers = { findMotif: (theme: string) => findMotif(site, theme), draw: drawCover };
  const html = renderToString(
    <CoverContext value={covers}>
      <QueryClientProvider client={client}>
        <ToastContext value={createToastStore()}>
          <PageContext value={{ origin, site, now: local }}>
            <PreviewPage text={text} taxonomy={taxonomy} note={note} footer={footer} />
          </PageContext>
        </ToastContext>
      </QueryClientProvider>
    </CoverContext>,
  );
  const { head, body } = splitDocument(html);
  return {
    head: `${head.replace(INDEXING, '')}<meta name="robots" content="noindex, nofollow">`,
    body,
  };
};

export const renderNotice: NoticeRenderer = async (notice) => {
  return splitDocument(renderToStaticMarkup(<NoticePage {...notice} />));
};

function splitDocument(html: string) {
  const headEnd = html.indexOf('</head>');
  return { head: html.slice(0, headEnd), body: html.slice(headEnd) };
}
