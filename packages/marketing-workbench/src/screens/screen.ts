import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Site } from '../site/site.ts';

/** The names that the route matched, empty if it has none, and the query. */
export type RouteParams = {
  /** The canonical path, or the exact legacy path. */
  readonly path: string;
  readonly category: string;
  readonly subcategory: string;
  readonly slug: string;
  /** `?page=`, at least 1; may exceed the number of pages. */
  readonly page: number;
  /** `?q=`, trimmed and truncated. */
  readonly text: string;
};

/** The target of a redirect is final. */
export type Outcome =
  | { readonly kind: 'shown' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'redirect'; readonly to: string };

export const SHOWN: Outcome = { kind: 'shown' };
export const NOT_FOUND: Outcome = { kind: 'not-found' };

export type LoadRequest = {
  readonly client: QueryClient;
  readonly params: RouteParams;
  readonly site: Site;
};

/** What a screen says if it has no page for its address. */
export type ScreenNotice = {
  readonly title: string;
  readonly text: string;
  readonly more?: { readonly href: string; readonly label: string };
};

export type NotFoundProps = { readonly params: RouteParams; readonly notice?: ScreenNotice };

export type ScreenProps = NotFoundProps & {
  /** The not-found screen with a notice of this screen. Its code is loaded when it is shown. */
  readonly NotFound: ComponentType<NotFoundProps>;
};

export type Screen = {
  /** Loads what the screen shows into the client. Rejects if a call fails. */
  readonly load: (request: LoadRequest) => Promise<Outcome>;
  /** Shows the client's data, and placeholders while it is loading. */
  readonly View: ComponentType<ScreenProps>;
};
