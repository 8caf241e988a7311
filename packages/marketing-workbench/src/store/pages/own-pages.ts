import { type Row, readInteger } from '../../search-engine/database.ts';
import type { AuthorDetail, OwnPage } from '../../site/entities.ts';
import type { OwnPageRecord } from '../../site/records.ts';
import { createAnswerReader } from '../index/record-rows.ts';
import { IS_LIVE_PAGE } from '../posts/live.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';

const PAGE_FULL = createAnswerReader('page', 'full', 'p');

export function listAllOwnPages(store: Store): OwnPage[] {
  return store.index.all(`${SELECT_PAGES} ORDER BY p.form, p.slug`).map(parsePage);
}

export function findOwnPage(store: Store, slug: string): OwnPage | undefined {
  const row = store.index.get(`${SELECT_PAGES} WHERE p.slug = :slug`, { slug });
  return row && parsePage(row);
}

export function findPageDraft({ index }: Store, slug: string): OwnPage | undefined {
  const row = index.get(
    `SELECT p.word_count, ${PAGE_FULL.columns} FROM page_drafts p WHERE p.slug = :slug`,
    {
      slug,
    },
  );
  return row && parsePage(row);
}

/** An own page with its date, and the id that feeds know it by if it was renamed. */
export type FeedPage = OwnPage &
  Required<Pick<OwnPage, 'publishedAt'>> &
  Pick<OwnPageRecord, 'feedId'>;

/** Lists the pages with `inFeeds` whose date is not in the future, newest first. */
export function listFeedPages(store: Store, limit: number, now: number): readonly FeedPage[] {
  const rows = store.index.all(
    `SELECT p.word_count, p.feed_id, ${PAGE_FULL.columns} FROM pages p WHERE p.in_feeds AND ${IS_LIVE_PAGE}
     ORDER BY p.published_at DESC, p.slug LIMIT :limit`,
    { limit, now },
  );
  return rows.flatMap((row) => {
    const { publishedAt, ...page } = parsePage(row);
    const feedId = readOptionalText(row, 'feed_id');
    return publishedAt === undefined ? [] : [{ ...page, publishedAt, feedId }];
  });
}

const SELECT_PAGES = `SELECT p.word_count, ${PAGE_FULL.columns} FROM pages p`;

function parsePage(row: Row): OwnPage {
  return { wordCount: readInteger(row, 'word_count'), ...PAGE_FULL.read(row) };
}

const AUTHOR_FULL = createAnswerReader('author', 'full', 'a');

export function findAuthor(store: Store, slug: string): AuthorDetail | undefined {
  const row = store.index.get(`SELECT ${AUTHOR_FULL.columns} FROM authors a WHERE a.slug = :slug`, {
    slug,
  });
  return row && AUTHOR_FULL.read(row);
}
