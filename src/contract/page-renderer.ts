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
      readonly screen: string;
      /** Path and query of the canonical address; undefined if search engines should not index the page. */
      readonly canonical: string | undefined;
      /** Slugs of the popular and related posts that it shows. */
      readonly recommended: readonly string[];
    };

/** Implemented by the React application. Rejects if a call fails. */
export type PageRenderer = (request: RenderRequest) => Promise<RenderedPage>;

/** Renders a page with one message, without style sheets. It needs no data, so it works at any time. */
export type NoticeRenderer = (notice: {
  readonly title: string;
  readonly text: string;
}) => Promise<Pick<Extract<RenderedPage, { readonly kind: 'page' }>, 'head' | 'body'>>;
