import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createQueryClient } from '../contract/query-client.ts';
import { fetchTransport } from '../contract/request.ts';
import { matchAddress } from '../routes.ts';
import type { PageHeadProps } from '../screens/page-head.tsx';
import type { Site } from '../site/site.ts';
import { importWithRetry } from '../ui/import-with-retry.ts';
import { createToastStore } from '../ui/toast-store.ts';
import { App, FOOTER_ID } from './app.tsx';
import { loadScreen } from './open-page.ts';
import { restorePageState } from './page-state.ts';
import { DocumentBoundary } from './part-boundary.tsx';
import { retryLoad, showLoadFailure } from './screen-view.tsx';

export async function hydratePage(page: Document): Promise<void> {
  const toasts = createToastStore();
  const client = createQueryClient({
    transport: fetchTransport,
    onFailure: (error) => showLoadFailure({ toasts, error, retry: () => retryLoad(site, client) }),
  });
  const { site, origin, renderedAt } = restorePageState(page, client);
  const { route } = matchAddress(site, location);
  if ('screen' in route) await loadScreen(route.screen);
  const showHead = createHeadUpdater(origin, site);
  // In a transition React yields every few milliseconds, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      page,
      <DocumentBoundary>
        <App
          client={client}
          site={site}
          toasts={toasts}
          origin={origin}
          renderedAt={new Date(renderedAt)}
          showHead={showHead}
          footer={page.getElementById(FOOTER_ID)?.innerHTML ?? ''}
        />
      </DocumentBoundary>,
    );
  });
}

/** Matches all tags of `src/screens/page-metadata.ts`, and no others. */
const MACHINE_TAGS =
  'meta[property], meta[name^="twitter:"], link[rel="alternate"], script[type="application/ld+json"]';

/**
 * Updates the machine-readable tags of the head (Open Graph, feeds, JSON-LD) on navigation. The
 * first page has them from the server, so the code that creates them is loaded on the first
 * navigation. The returned function takes the head of the page that is shown, or undefined when a
 * page is removed without a successor.
 */
function createHeadUpdater(origin: string, site: Site): (head: PageHeadProps | undefined) => void {
  const first = readLocation();
  let isFirst = true;
  let shown: PageHeadProps | undefined;
  const fill = async (head: PageHeadProps) => {
    const { formatMachineTags } = await importWithRetry(
      () => import('../screens/page-metadata.ts'),
    );
    if (shown === head)
      document.head.insertAdjacentHTML('beforeend', formatMachineTags(head, origin, site));
  };
  return (head) => {
    isFirst &&= readLocation() === first;
    if (isFirst) return;
    shown = head;
    for (const tag of document.head.querySelectorAll(MACHINE_TAGS)) tag.remove();
    // If the code can't be loaded, the page has no such tags; the next navigation tries again.
    if (head !== undefined) fill(head).catch(() => undefined);
  };
}

function readLocation(): string {
  return location.pathname + location.search;
}
