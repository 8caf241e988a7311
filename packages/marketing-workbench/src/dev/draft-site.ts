import { basename, resolve } from 'node:path';
import type { LargeCompilation, PublishedText } from '../content/checks/check-site.ts';
import { type ContentFinding, sortContentFindings } from '../content/content-finding.ts';
import { sortFiles } from '../content/sort-files.ts';
import { createFolderSource } from '../publishing/folder-source.ts';
import { listStorable } from '../publishing/storable-texts.ts';
import { pages } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import type { TextRecord } from '../site/records.ts';
import type { News } from '../site/settings.ts';
import type { ContentSource } from '../store/sync/source.ts';

/** Notes on the text at an address, for its author. */
export type AuthorNotes = {
  /** Path that starts with the content folder's own name. */
  readonly file: string;
  readonly state: 'ready' | 'draft' | 'scheduled';
  /** Time at which a scheduled text goes live, in milliseconds since 1970. */
  readonly publishedAt?: number;
  readonly findings: readonly ContentFinding[];
  /** Whether the text differs from its file; its social card can't be drawn then. */
  readonly isUnsaved?: boolean;
};

export type DraftSite = {
  /** Records of the site; undefined if the folder can't be shown at all. */
  readonly source: ContentSource | undefined;
  /** Notes by the path of the page. */
  readonly notes: ReadonlyMap<string, AuthorNotes>;
  /** Problems and advice. */
  readonly findings: readonly ContentFinding[];
  readonly problems: readonly ContentFinding[];
  /** Problems of all files that are not texts. */
  readonly siteProblems: readonly ContentFinding[];
};

/** Creates the site as if every text were already published. */
export function createDraftSite(compilation: LargeCompilation, now: number): DraftSite {
  const { records, problems, advice } = compilation;
  const findings = sortContentFindings([...problems, ...advice]);
  const byFile = Map.groupBy(findings, ({ file }) => file);
  const { news } = findSettings(records);
  const notes = new Map<string, AuthorNotes>();
  for (const [file, own] of byFile) {
    const address = findArticleAddress(file, news);
    if (address !== undefined) notes.set(address, { file, state: 'ready', findings: own });
  }
  for (const text of compilation.texts) {
    const own = byFile.get(text.file) ?? [];
    notes.set(text.address, { file: text.file, ...findPublicationState(text, now), findings: own });
  }
  const noted = new Set(Array.from(notes.values(), ({ file }) => file));
  const texts = listStorable(compilation).map((text) => publishNow(text, now));
  return {
    source: records.length === 0 ? undefined : createFolderSource({ texts }, records),
    notes,
    findings,
    problems,
    siteProblems: problems.filter(({ file }) => !noted.has(file)),
  };
}

/** Adds a failure to publish to the problems of the site that is still shown. */
export function addFailure(site: DraftSite, contentDir: string, error: unknown): DraftSite {
  const failure = { file: basename(resolve(contentDir)), message: `can't be shown: ${error}` };
  return {
    ...site,
    findings: [failure, ...site.findings],
    problems: [failure, ...site.problems],
    siteProblems: [failure, ...site.siteProblems],
  };
}

/** Returns the address of an article that has no record because it can't be compiled. */
function findArticleAddress(file: string, news: News | undefined): string | undefined {
  const [text] = sortFiles([file]).texts;
  return text?.place.kind === 'article' ? pages.article(text.place, news) : undefined;
}

export function findPublicationState(
  { outline }: Pick<PublishedText, 'outline'>,
  now: number,
): Pick<AuthorNotes, 'state' | 'publishedAt'> {
  if (outline.kind === 'draft' || outline.kind === 'pageDraft') return { state: 'draft' };
  if (outline.kind !== 'post' || outline.publishedAt <= now) return { state: 'ready' };
  return { state: 'scheduled', publishedAt: outline.publishedAt };
}

/** Returns the record of a text as if it were already published. */
export function publishRecord(
  record: TextRecord,
  now: number,
): Exclude<TextRecord, { readonly kind: 'draft' | 'pageDraft' }> {
  if (record.kind === 'pageDraft') return { ...record, kind: 'page' };
  if (record.kind !== 'post' && record.kind !== 'draft') return record;
  return { ...record, kind: 'post', publishedAt: Math.min(record.publishedAt, now) };
}

function publishNow(text: PublishedText, now: number): PublishedText {
  const { outline } = text;
  const read = () => publishRecord(text.read(), now);
  if (outline.kind === 'legacy' || outline.kind === 'page') return text;
  if (outline.kind === 'pageDraft') {
    return { ...text, outline: { ...outline, kind: 'page' }, hash: `${text.hash} early`, read };
  }
  if (outline.kind === 'post' && outline.publishedAt <= now) return text;
  const publishedAt = Math.min(outline.publishedAt, now);
  // The hash differs from that of the published article, so that the index notices its publication.
  return {
    ...text,
    outline: { ...outline, kind: 'post', publishedAt },
    hash: `${text.hash} early`,
    read,
  };
}
