import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** What an address says: the names its route matched, empty where the route has none, and its query. */
export type RouteParams = {
  /** The canonical path, or the exact legacy path. */
  readonly path: string;
  readonly category: string;
  readonly subcategory: string;
  readonly slug: string;
  /** `?page=`, at least 1; not yet bounded by the list's length. */
  readonly page: number;
  /** `?q=`, trimmed and cut; empty where there is nothing to search. */
  readonly text: string;
};

/** What an address turned out to be. A redirect names the final address. */
export type Outcome =
  | { readonly kind: 'shown' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'redirect'; readonly to: string };

export const SHOWN: Outcome = { kind: 'shown' };
export const NOT_FOUND: Outcome = { kind: 'not-found' };

export type LoadRequest = { readonly client: QueryClient; readonly params: RouteParams };

export type Screen = {
  /** Fetches what the screen shows into the client and says what the address is. Throws where a call fails. */
  readonly load: (request: LoadRequest) => Promise<Outcome>;
  /** Shows what the client holds, placeholders where it doesn't yet. */
  readonly View: ComponentType<{ params: RouteParams }>;
};
