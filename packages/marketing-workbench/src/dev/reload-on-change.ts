import { CHANGES_PATH } from './dev-addresses.ts';

/**
 * Loads the page again when the server would answer another one; the browser keeps the scroll
 * position. A hidden page is not connected, because a browser opens only a few connections to one
 * server: it learns of changes when it is shown.
 */
export function reloadOnChange(): void {
  const version = document.querySelector<HTMLElement>('script[data-version]')?.dataset.version;
  const address = `${CHANGES_PATH}?${new URLSearchParams({ version: version ?? '' })}`;
  let changes: EventSource | undefined;
  const follow = () => {
    changes?.close();
    if (document.hidden) return;
    changes = new EventSource(address);
    changes.onmessage = () => {
      changes?.close();
      location.reload();
    };
  };
  addEventListener('visibilitychange', follow);
  follow();
}
