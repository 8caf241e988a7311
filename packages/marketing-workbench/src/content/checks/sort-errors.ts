import path from 'node:path';
import { DOWNLOAD_TYPES } from '../../site/downloads.ts';
import { type RecordKind, recordKey } from '../../site/records.ts';
import type { ContentFinding } from '../content-finding.ts';
import { readExtension } from '../file-names.ts';
import { IMAGE_TYPES } from '../sort-files.ts';
import type { KnownText } from '../texts/compile-texts.ts';
import type { CheckedSite } from './checked-site.ts';
import { withoutQuery } from './link-rules.ts';

/** A text, or another file among the texts, with at least one error or in a clash with another text. */
export type TextWithErrors = {
  readonly file: string;
  /** The keys of all records that the file may have been published as. */
  readonly keys: readonly string[];
  /** Whether it has an error that is no clash with another text. */
  readonly isWrong: boolean;
  /** The files of the texts that it clashes with. */
  readonly clashesWith: readonly string[];
  /** The hash of its record; empty without a record. */
  readonly hash: string;
  readonly address?: string | undefined;
  /** Where other files link to its address. */
  readonly linkedFrom: readonly Required<Pick<ContentFinding, 'file' | 'line'>>[];
};

export type SortedErrors = {
  /** The errors that are not about single texts. */
  readonly general: readonly ContentFinding[];
  readonly faultyTexts: readonly TextWithErrors[];
};

type SortedErrorsSource = Pick<
  CheckedSite,
  'documents' | 'settings' | 'menuLine' | 'redirects' | 'folder'
> & {
  /** All texts that were compiled. */
  readonly texts: readonly KnownText[];
  /** All files of the folder. */
  readonly files: ReadonlySet<string>;
  readonly authorPictures: readonly string[];
};

/**
 * Sorts errors by the texts that they are about.
 *
 * | the error is in | it is about |
 * |---|---|
 * | a text, or a file of an unknown kind in a folder of texts | this file |
 * | a text that clashes with another one | both |
 * | a picture or a download | the texts that show or offer it |
 * | facts.yaml, because a text lacks a number | the text |
 * | any other place | the whole site |
 */
export function sortErrors(
  problems: readonly ContentFinding[],
  source: SortedErrorsSource,
): SortedErrors {
  const usersOf = mapFilesBeside(source);
  const listFaulty = (problem: ContentFinding) => listFaultyFiles(problem, usersOf, source.files);
  const general = problems.filter((problem) => listFaulty(problem) === undefined);
  const isClash = ({ clashesWith }: ContentFinding) =>
    clashesWith !== undefined && listRecordKeys(clashesWith).length > 0;
  const wrong = new Set(
    problems.flatMap((problem) => (isClash(problem) ? [] : (listFaulty(problem) ?? []))),
  );
  const clashes = mapClashes(problems.filter(isClash));
  const links = mapLinks(source);
  const known = new Map(source.texts.map((text) => [text.file, text]));
  const faultyTexts = [...new Set([...wrong, ...clashes.keys()])].map((file): TextWithErrors => {
    const { hash = '', facts } = known.get(file) ?? {};
    const address = facts?.text?.address;
    const isWithdrawn = facts?.text?.validKeys.draft === true;
    return {
      file,
      // The published version of a text that is a draft now must not stay.
      keys: isWithdrawn ? listDraftKeys(file) : listRecordKeys(file),
      isWrong: wrong.has(file),
      clashesWith: clashes.get(file) ?? [],
      hash,
      address,
      linkedFrom: (address === undefined ? undefined : links.get(address)) ?? [],
    };
  });
  return { general, faultyTexts };
}

/** Lists the texts that an error is about; undefined if it is about the whole site. */
function listFaultyFiles(
  { file, about }: ContentFinding,
  usersOf: ReadonlyMap<string, readonly string[]>,
  files: ReadonlySet<string>,
): readonly string[] | undefined {
  if (about !== undefined) return about;
  if (!files.has(file)) return undefined;
  if (usersOf.has(file)) return usersOf.get(file);
  return listRecordKeys(file).length > 0 ? [file] : undefined;
}

/** Lists for each text the texts that it clashes with. */
function mapClashes(clashes: readonly ContentFinding[]): ReadonlyMap<string, readonly string[]> {
  const pairs = clashes.flatMap(({ file, clashesWith = '' }) => [
    [file, clashesWith] as const,
    [clashesWith, file] as const,
  ]);
  return new Map(
    Array.from(
      Map.groupBy(pairs, ([file]) => file),
      ([file, found]) => [file, [...new Set(found.map(([, other]) => other))]],
    ),
  );
}

const TEXT_KINDS: ReadonlyMap<string, readonly Exclude<RecordKind, 'media'>[]> = new Map([
  ['articles', ['post', 'draft']],
  ['guides', ['page', 'pageDraft']],
  ['pages', ['page', 'pageDraft']],
  ['legacy', ['legacy']],
]);

/** Lists the keys of records that a file of a folder of texts may be published as. */
function listRecordKeys(file: string): readonly string[] {
  const [, folder = '', ...below] = file.split('/');
  if (below.length === 0 || isFileBeside(file)) return [];
  const slug = path.parse(file).name;
  return (TEXT_KINDS.get(folder) ?? []).map((kind) => recordKey({ kind, slug }));
}

function listDraftKeys(file: string): readonly string[] {
  return listRecordKeys(file).filter((key) => /^(?:draft|pageDraft):/.test(key));
}

/** Returns whether a file is a picture or a download in a folder of texts. */
function isFileBeside(file: string): boolean {
  const extension = readExtension(file);
  const isKnown = IMAGE_TYPES.has(extension) || DOWNLOAD_TYPES.has(extension);
  return isKnown && TEXT_KINDS.has(file.split('/')[1] ?? '');
}

/** Lists for each picture and download the texts that show or offer it; those of authors are left out. */
function mapFilesBeside({
  texts,
  files,
  authorPictures,
}: SortedErrorsSource): ReadonlyMap<string, readonly string[]> {
  const uses = texts.flatMap(({ file, facts }) =>
    Object.keys(facts.filesBeside).map((beside) => ({ beside, file })),
  );
  const byFile = Map.groupBy(uses, ({ beside }) => beside);
  const shared = new Set(authorPictures);
  const own = [...files].filter((file) => isFileBeside(file) && !shared.has(file));
  return new Map(own.map((file) => [file, (byFile.get(file) ?? []).map((use) => use.file)]));
}

/** Lists the links of texts, the menu and redirects, by the address where they lead. */
function mapLinks({ documents, settings, menuLine, redirects, folder }: SortedErrorsSource) {
  const menu = settings.navigation.flatMap((entry) => [entry, ...entry.links]);
  const links = [
    ...documents.flatMap(({ file, links }) =>
      links.map(({ href, line }) => ({ file, line, href })),
    ),
    ...menu.map(({ to }) => ({ file: `${folder}/site.yaml`, line: menuLine, href: to })),
    ...redirects.flatMap(({ file, line, to }) =>
      to === undefined ? [] : { file, line, href: to },
    ),
  ];
  return Map.groupBy(links, ({ href }) => withoutQuery(href));
}
