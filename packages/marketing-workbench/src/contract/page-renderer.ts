import type { Address } from '../site/addresses.ts';
import type { OwnPage, Post } from '../site/entities.ts';
import type { Site } from '../site/site.ts';
import type { Transport } from './request.ts';

export type RenderRequest = {
  readonly address: Address;
  readonly site: Site;
  readonly origin: string;
  readonly now: Date;
  readonly transport: Transport;
};

export type RenderedPage =
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'page';
      readonly status: 200 | 404;
      /** HTML from `<html` to before `</head>`, without style sheets and scripts. */
      readonly head: string;
      /** HTML from `</head>` to `</html>`. */
      readonly body: string;
      readonly screen: string;
      /** The canonical address; undefined if search engines should not index the page. */
      readonly canonical: string | undefined;
      readonly recommended: readonly string[];
    };

export type PageRenderer = (request: RenderRequest) => Promise<RenderedPage>;

/** The parts of a document without scripts. */
type PlainPage = Pick<Extract<RenderedPage, { readonly kind: 'page' }>, 'head' | 'body'>;

/** Renders a text that may not be published, below a note that says so. */
export type PreviewRenderer = (
  request: Omit<RenderRequest, 'address'> & {
    readonly text: Post | OwnPage;
    readonly note: string;
  },
) => Promise<PlainPage>;

/** Needs no data, so it works even if the store does not. */
export type NoticeRenderer = (notice: {
  readonly title: string;
  readonly text: string;
  /** The site, as far as it is known. */
  readonly site?: Site | undefined;
}) => Promise<PlainPage>;
