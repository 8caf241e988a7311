import type { Address } from '../site/addresses.ts';
import type { Transport } from './request.ts';

export type RenderRequest = {
  readonly address: Address;
  /** Scheme and host of the site. */
  readonly origin: string;
  readonly now: Date;
  readonly transport: Transport;
};

export type RenderedPage =
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'page';
      readonly status: 200 | 404;
      /** From `<html` to before `</head>`, without style sheets and scripts. */
      readonly head: string;
      /** From `</head>` to `</html>`. */
      readonly body: string;
      /** The screen whose code the page needs. */
      readonly screen: string;
      /** Path and query that the page is to be known by; undefined where it should not be found. */
      readonly canonical: string | undefined;
      /** Slugs of the popular and related posts that it shows. */
      readonly recommended: readonly string[];
    };

/** What the server asks of the React application: a page for an address. Rejects where a call fails. */
export type PageRenderer = (request: RenderRequest) => Promise<RenderedPage>;

/** A standalone page with one message, complete but for style sheets; it needs no data, so it can be rendered at any time. */
export type NoticeRenderer = (notice: {
  readonly title: string;
  readonly text: string;
}) => Promise<Pick<Extract<RenderedPage, { readonly kind: 'page' }>, 'head' | 'body'>>;
