import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queries } from '../contract/queries.ts';
import type { Address } from '../site/addresses.ts';
import { isPagePath } from '../site/addresses.ts';
import { type OpenedPage, openPage, redirectTo } from './open-page.ts';

/**
 * Opens the address in the browser after a navigation: fetches what is missing and follows redirects. True once the
 * address is opened, or once it is clear that it can't be and nothing more comes: the screen itself then shows what
 * it has.
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
 * Opens the address that the window has, by the same rules as the server. `left` where it leads to another, or the
 * reader has gone on meanwhile. Rejects where something can't be fetched.
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

/** Waits for the calls that are still under way, such as those that are tried again. */
async function waitForCalls(client: QueryClient): Promise<void> {
  const calls = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await Promise.allSettled(calls.map(({ promise }) => promise));
}

/** A path that is no page may have moved: the publisher's rules say so, which only the server knows. */
async function followRule(page: OpenedPage, address: Address, client: QueryClient): Promise<OpenedPage> {
  if (page.kind === 'redirect' || page.status !== 404) return page;
  const [rule] = await client.fetchQuery(queries.redirects(address.pathname)).catch(() => []);
  return rule?.to === undefined ? page : redirectTo(rule.to, address);
}

function isOwnPage(target: string): boolean {
  return target.startsWith('/') && isPagePath(new URL(target, location.origin).pathname);
}
