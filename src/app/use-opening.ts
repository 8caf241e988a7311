import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queries } from '../contract/queries.ts';
import type { Address } from '../site/addresses.ts';
import { isPagePath } from '../site/addresses.ts';
import { type OpenedPage, openPage, redirectTo } from './open-page.ts';

/**
 * After a navigation in the browser, loads what the address needs and follows redirects. True once this is done, or has
 * failed with no request pending: the screen then shows what it has.
 */
export function useOpening(address: string, onFailure: (error: Error) => void): boolean {
  const client = useQueryClient();
  const [opened, setOpened] = useState(address);
  const first = useRef(address);
  const tellFailure = useRef(onFailure);
  useEffect(() => {
    if (first.current === address) return;
    first.current = '';
    let isCurrent = true;
    openHere(client)
      .catch((error) => {
        if (isCurrent) tellFailure.current(error);
        return waitForCalls(client);
      })
      .then((outcome) => {
        if (isCurrent && outcome !== 'left') setOpened(address);
      });
    return () => {
      isCurrent = false;
    };
  }, [address, client]);
  return opened === address;
}

/**
 * Opens the address of the window by the server's rules. `left` if it redirects, or the reader has navigated on meanwhile.
 * Rejects if something can't be loaded.
 */
export async function openHere(client: QueryClient): Promise<'opened' | 'left'> {
  const { pathname, search } = location;
  const page = await followRule(await openPage({ pathname, search }, client), { pathname, search }, client);
  if (location.pathname !== pathname || location.search !== search) return 'left';
  if (page.kind === 'page') return 'opened';
  const to = page.to.includes('#') ? page.to : page.to + location.hash;
  if (isOwnPage(to)) navigate(to, { replace: true });
  else location.replace(to);
  return 'left';
}

/** Waits for pending calls, such as retries. */
async function waitForCalls(client: QueryClient): Promise<void> {
  const calls = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await Promise.allSettled(calls.map(({ promise }) => promise));
}

/** A path that was not found may have moved. Only the server knows the publisher's redirect rules. */
async function followRule(page: OpenedPage, address: Address, client: QueryClient): Promise<OpenedPage> {
  if (page.kind === 'redirect' || page.status !== 404) return page;
  const [rule] = await client.fetchQuery(queries.redirects(address.pathname)).catch(() => []);
  return rule?.to === undefined ? page : redirectTo(rule.to, address);
}

function isOwnPage(target: string): boolean {
  return target.startsWith('/') && isPagePath(new URL(target, location.origin).pathname);
}
