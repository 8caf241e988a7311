import type { Address } from '../site/addresses.ts';
import type { Transport } from './request.ts';

export type RenderRequest = {
  readonly address: Address;
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
      /** Undefined if search engines should not index the page. */
      readonly canonical: string | undefined;
      readonly recommended: readonly string[];
    };

export type PageRenderer = (request: RenderRequest) => Promise<RenderedPage>;

/** Needs no data, so it works even if the store does not. */
export type NoticeRenderer = (notice: {
  readonly title: string;
  readonly text: string;
}) => Promise<Pick<Extract<RenderedPage, { readonly kind: 'page' }>, 'head' | 'body'>>;
