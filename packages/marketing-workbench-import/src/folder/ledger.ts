import { PART_KINDS, type PartCounts } from 'marketing-workbench/html-to-markdown/part-counts';
import type { ImportSource } from '../source.ts';
import { listFurtherCategories } from './further-categories.ts';
import type { ImportedText } from './imported-text.ts';
import type { MappedCategory } from './mapping.ts';
import type { ImportedRedirects } from './redirects.ts';
import type { Tags } from './tags.ts';

/** How many things of one kind came in, how many were carried over, and the first that was not. */
export type LedgerRow = {
  readonly what: string;
  readonly came: number;
  readonly carried: number;
  readonly example?: string | undefined;
};

type LedgerSources = {
  readonly source: ImportSource;
  readonly texts: readonly ImportedText[];
  readonly tags: Tags;
  readonly redirects: ImportedRedirects;
  readonly mapping: readonly MappedCategory[];
  readonly authors: ReadonlyMap<string, unknown>;
};

/** Accounts for everything that the source has, by kind. */
export function createLedger({
  source,
  texts,
  tags,
  redirects,
  mapping,
  authors,
}: LedgerSources): readonly LedgerRow[] {
  const { outlines } = source;
  const posts = outlines.filter(({ kind }) => kind === 'post');
  const lostTags = posts.flatMap((outline) =>
    tags.list(outline).lost.map((tag) => `${tag} of “${outline.title}”`),
  );
  const came = posts.reduce((sum, outline) => sum + outline.tags.length, 0);
  const comments = outlines.reduce((sum, one) => sum + one.comments, 0);
  const named = new Set(outlines.flatMap((outline) => outline.authors));
  const further = posts.flatMap((outline) =>
    listFurtherCategories(outline, mapping).map((name) => `${name} of “${outline.title}”`),
  );
  const rows: readonly LedgerRow[] = [
    ...countTexts(texts),
    countLost('further categories, which became tags', further.length, further),
    countLost('tags of articles', came, lostTags),
    { what: 'authors', came: named.size, carried: authors.size },
    countLost('redirects', source.redirects.length, redirects.listLost()),
    { what: 'comments', came: comments, carried: 0 },
    ...PART_KINDS.map((part) => countParts(part, texts)),
    ...(source.losses ?? []).map(({ what, count, example }) => ({
      what,
      came: count,
      carried: 0,
      example,
    })),
  ];
  return rows.filter(({ came }) => came > 0);
}

function countLost(what: string, came: number, lost: readonly string[]): LedgerRow {
  return { what, came, carried: came - lost.length, example: lost[0] };
}

/** Counts the texts that are live or planned, and names the first draft. */
function countTexts(texts: readonly ImportedText[]): readonly LedgerRow[] {
  const kinds = Map.groupBy(texts, ({ file }) => file.split('/')[0] ?? '');
  return Array.from(kinds, ([kind, ofKind]) => {
    const drafts = ofKind.filter(({ isDraft }) => isDraft);
    return {
      what: `${kind} that are no drafts`,
      came: ofKind.length,
      carried: ofKind.length - drafts.length,
      example: drafts[0]?.file,
    };
  });
}

/** Counts a part of bodies; a text can gain some, such as a link in place of a picture. */
function countParts(part: keyof PartCounts, texts: readonly ImportedText[]): LedgerRow {
  const came = texts.reduce((sum, { before }) => sum + before[part], 0);
  const lost = texts.reduce(
    (sum, { before, after }) => sum + Math.max(0, before[part] - after[part]),
    0,
  );
  const what = part === 'codeBlocks' ? 'code blocks' : part;
  const example = texts.find(({ before, after }) => before[part] > after[part])?.file;
  return { what: `${what} in texts`, came, carried: came - lost, example };
}
