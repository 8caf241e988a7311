import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import type { CardAddress } from '../../site/addresses.ts';
import { CARD_CUTS, type CardCut, formatCardAddress, hashCard } from '../../site/card-addresses.ts';
import {
  type Card,
  createAuthorCard,
  createCategoryCard,
  createLegacyCard,
  createPageCard,
  createPostCard,
  createTextCard,
  findPageCard,
} from '../../site/cards.ts';
import { formatLoggedAddress } from '../../site/request-kinds.ts';
import { readBrand, readSite } from '../../store/pages/known-site.ts';
import { findLegacyPost } from '../../store/pages/legacy-posts.ts';
import { findAuthor } from '../../store/pages/own-pages.ts';
import {
  findCategory,
  findSubcategory,
  listCategories,
  readTaxonomy,
} from '../../store/pages/taxonomy.ts';
import { findPost } from '../../store/posts/posts.ts';
import type { Store } from '../../store/store.ts';
import { sendAnswer } from '../cache/responder.ts';
import { isDescriptorShortage } from '../descriptor-shortage.ts';
import { formatFailureAnswer, formatRedirect, type HttpAnswer } from '../http-answer.ts';
import { EMBEDDABLE } from '../security-headers.ts';

export type CardHandlerOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  readonly now: () => Date;
  /** Closes idle connections, so that the process that draws can be started. */
  readonly freeDescriptors: () => void;
};

const NO_PICTURE = formatFailureAnswer(404, 'There is no such picture.');
const CARD_FILE_NAME =
  /^(?<kind>[a-z]+)\/(?<slug>[a-z0-9-]+)\.(?<hash>[a-z0-9]+)\.(?<cut>[a-z0-9]+)\.png$/;

/**
 * Serves only the cards of existing pages, so that clients can't have arbitrary pictures drawn.
 *
 * | requested card | answer |
 * |---|---|
 * | current | the picture, drawn on first request, cacheable for ever |
 * | outdated | the old picture if it was kept, else a redirect to the current one |
 * | current, but there are too few file descriptors, also after idle connections were closed | 503 |
 * | current, but drawing fails for another reason, for example on a full disk | a temporary redirect to the category's or the site's card |
 * | the old site's picture of a category | a redirect to the card of the category or of the site |
 */
export function createCardHandler(options: CardHandlerOptions) {
  const { store, cards, now, freeDescriptors } = options;
  return async (
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const name = request.params['*'];
    const address = parseName(name);
    if (address === undefined)
      return sendAnswer(request, reply, findOldPicture(name, store, now().getTime()) ?? NO_PICTURE);
    const card = findCard(store, address, now().getTime());
    const isCurrent = card !== undefined && hashCard(card) === address.hash;
    const draw = (current: Card) =>
      retryWithDescriptors(
        () => cards.draw(current, address.cut, readBrand(store)),
        freeDescriptors,
      );
    const path = isCurrent ? await draw(card).catch(reportTo(request)) : cards.findDrawn(address);
    if (path !== undefined) {
      const picture = {
        status: 200,
        type: 'image/png',
        caching: 'forever',
        headers: EMBEDDABLE,
      } as const;
      return sendAnswer(request, reply, { ...picture, body: await readFile(path) });
    }
    const other = isCurrent
      ? findStandIn(options, address)
      : card && redirectToCard(card, address.cut);
    return sendAnswer(request, reply, other ?? NO_PICTURE);
  };
}

/**
 * Runs again if there were too few descriptors: starting the process that draws takes more than a
 * few idle connections leave.
 */
async function retryWithDescriptors<Result>(
  run: () => Promise<Result>,
  freeDescriptors: () => void,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isDescriptorShortage(error)) throw error;
    freeDescriptors();
    return run();
  }
}

type RequestedCard = CardAddress & { readonly cut: CardCut };

function parseName(name: string): RequestedCard | undefined {
  const { kind = '', slug = '', hash = '', cut = '' } = CARD_FILE_NAME.exec(name)?.groups ?? {};
  return isCardCut(cut) ? { kind, slug, hash, cut } : undefined;
}

function isCardCut(text: string): text is CardCut {
  return Object.hasOwn(CARD_CUTS, text);
}

function findCard(store: Store, { kind, slug }: CardAddress, now: number): Card | undefined {
  const site = readSite(store);
  switch (kind) {
    case 'page':
      return findPageCard(slug, site);
    case 'text': {
      const page = site.pages.find((own) => own.slug === slug);
      return page && createTextCard(page, site);
    }
    case 'section':
      return findCategoryCard(store, slug, now);
    case 'post': {
      const post = findPost(store, slug, now);
      return post && createPostCard(post, readTaxonomy(store, now));
    }
    case 'author': {
      const author = findAuthor(store, slug);
      return author && createAuthorCard(author, site);
    }
    case 'legacy': {
      const post = findLegacyPost(store, slug);
      return post && createLegacyCard(post, site);
    }
    default:
      return undefined;
  }
}

function reportTo({ log, url }: FastifyRequest) {
  return (error: unknown): undefined => {
    if (isDescriptorShortage(error)) throw error;
    log.warn(
      `${formatLoggedAddress(url)} is not drawn: ${error instanceof Error ? error.message : error}`,
    );
  };
}

/**
 * Returns a redirect to the substitute for a card that isn't drawn: the card of its category or of
 * the site.
 */
function findStandIn(
  { store, cards, now }: CardHandlerOptions,
  { kind, slug, cut }: RequestedCard,
): HttpAnswer | undefined {
  const time = now().getTime();
  const post = kind === 'post' ? findPost(store, slug, time) : undefined;
  const category = listCategories(store, time).find(({ id }) => id === post?.categoryId);
  const site = readSite(store);
  const others = [
    ...(category ? [createCategoryCard(category, site)] : []),
    createPageCard('home', site),
  ];
  const drawn = others.find((other) => cards.findDrawn({ ...other, hash: hashCard(other), cut }));
  return drawn && { ...redirectToCard(drawn, cut, 302), caching: 'never' };
}

function findCategoryCard(store: Store, slug: string, now: number): Card | undefined {
  const site = readSite(store);
  const category = findCategory(store, slug, now);
  if (category !== undefined) return createCategoryCard(category, site);
  const subcategory = findSubcategory(store, slug, now);
  const parent = listCategories(store, now).find(({ id }) => id === subcategory?.categoryId);
  return parent && createCategoryCard(parent, site, subcategory);
}

function findOldPicture(name: string, store: Store, now: number): HttpAnswer | undefined {
  const slug = /^([a-z-]+)\.png$/.exec(name)?.[1];
  if (slug === undefined) return undefined;
  const card =
    slug === 'site' ? createPageCard('home', readSite(store)) : findCategoryCard(store, slug, now);
  return card && redirectToCard(card, 'wide');
}

/**
 * Redirects to a card. When another site embeds it, browsers check `Cross-Origin-Resource-Policy`
 * on each redirect too.
 */
function redirectToCard(card: Card, cut: CardCut, status: 301 | 302 = 301): HttpAnswer {
  const redirect = formatRedirect(formatCardAddress(card, cut), { status });
  return { ...redirect, headers: { ...redirect.headers, ...EMBEDDABLE } };
}
