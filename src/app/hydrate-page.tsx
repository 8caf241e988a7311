import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createQueryClient } from '../contract/query-client.ts';
import { fetchTransport } from '../contract/request.ts';
import { matchAddress } from '../routes.ts';
import { createToastStore } from '../ui/toast-store.ts';
import { App, FOOTER_ID } from './app.tsx';
import { createHeadKeeper } from './head-keeper.ts';
import { retryLoad, showLoadFailure } from './load-failure.ts';
import { loadScreen } from './open-page.ts';
import { restorePageState } from './page-state.ts';

/** Takes over a page that the server made. */
export async function hydratePage(page: Document): Promise<void> {
  const toasts = createToastStore();
  const client = createQueryClient({
    transport: fetchTransport,
    onFailure: (error) => showLoadFailure({ toasts, error, retry: () => retryLoad(client) }),
  });
  const { origin, renderedAt } = restorePageState(page, client);
  const { route } = matchAddress(location.pathname, location.search);
  if ('screen' in route) await loadScreen(route.screen);
  const showHead = createHeadKeeper(origin);
  const footer = page.getElementById(FOOTER_ID)?.innerHTML ?? '';
  // As a transition it is done in slices, between which the browser answers the reader.
  startTransition(() => {
    hydrateRoot(
      page,
      <App
        client={client}
        toasts={toasts}
        origin={origin}
        renderedAt={new Date(renderedAt)}
        showHead={showHead}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server made of it
        footer={<div id={FOOTER_ID} dangerouslySetInnerHTML={{ __html: footer }} />}
      />,
    );
  });
}
