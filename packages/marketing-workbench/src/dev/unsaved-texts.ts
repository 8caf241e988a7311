import { LRUCache } from 'lru-cache';
import type { ContentFinding } from '../content/content-finding.ts';
import { type ContentFile, readContentFile } from '../content/content-folder.ts';
import type { CompileText, LoneText } from '../content/texts/compile-texts.ts';
import { FINDINGS_PATH } from './dev-addresses.ts';
import { type DraftSite, findPublicationState, publishRecord } from './draft-site.ts';
import type { ShownSite } from './finding-list.tsx';

/** A text of a form, under an id of the page with the form. */
type UnsavedFile = ContentFile & { readonly id: string };

type KeptText = UnsavedFile & {
  /** Path of the page that shows it. */
  readonly path: string;
  /** Number of changes. */
  readonly count: number;
};

type UnsavedTextsOptions = {
  readonly compileText: CompileText;
  readonly read: () => ShownSite;
};

/** More than anyone edits at once. */
const TEXTS_MAX = 50;
const PARAMETER = 'unsaved';

type UnsavedView = {
  readonly record?: ReturnType<typeof publishRecord> | undefined;
  readonly shown: ShownSite;
  /** Those of the unsaved text. */
  readonly findings?: readonly ContentFinding[];
};

export type UnsavedTexts = ReturnType<typeof createUnsavedTexts>;

/**
 * Keeps the texts of the editor's forms as they are before they are saved. A page whose address
 * names one (`?unsaved=`) shows it in place of the text of the folder, with its findings.
 */
export function createUnsavedTexts({ compileText, read: readSite }: UnsavedTextsOptions) {
  const texts = new LRUCache<string, KeptText>({ max: TEXTS_MAX });
  const readVersion = (id: string) => `${readSite().version}/${id}/${texts.peek(id)?.count ?? 0}`;
  return {
    /** Returns the address of the page that shows the text; that of its findings if none can. */
    keep: (text: UnsavedFile): string => {
      const { record, address } = compileText(text) ?? {};
      const path = (record && address) ?? FINDINGS_PATH;
      const { count = 0, path: formerPath = path } = texts.peek(text.id) ?? {};
      // A page at a former address is left, and must not load again meanwhile.
      texts.set(text.id, { ...text, path, count: path === formerPath ? count + 1 : count });
      return `${path}?${new URLSearchParams({ [PARAMETER]: text.id })}`;
    },
    /** Returns the present version of what a page with this version shows. */
    readVersion: (shown: string): string => {
      const [site, id] = shown.split('/');
      return id === undefined || site === undefined ? readSite().version : readVersion(id);
    },
    /** Returns what an address shows, with the record of an unsaved text if it names one. */
    find: (search: string, now: number): UnsavedView => {
      const id = new URLSearchParams(search).get(PARAMETER);
      if (id === null) return { shown: readSite() };
      const shown = { ...readSite(), version: readVersion(id) };
      const text = texts.get(id);
      const compiled = text && compileText(text);
      if (text === undefined || compiled === undefined) return { shown };
      return {
        record: compiled.record && publishRecord(compiled.record, now),
        shown: isSaved(text, shown.contentDir)
          ? shown
          : { ...shown, site: noteUnsaved(shown.site, { ...compiled, file: text.file }, now) },
        findings: compiled.findings,
      };
    },
  };
}

/** A saved text has the notes of the folder, which also compare it with the other texts. */
function isSaved({ file, bytes }: ContentFile, contentDir: string): boolean {
  const saved = readContentFile(contentDir, file);
  return 'bytes' in saved && Buffer.compare(saved.bytes, bytes) === 0;
}

/** Puts the findings of an unsaved text in the place of those of its file. */
function noteUnsaved(
  site: DraftSite,
  { record, address = '', findings, file }: LoneText & Pick<ContentFile, 'file'>,
  now: number,
): DraftSite {
  const state =
    record === undefined
      ? { state: 'ready' as const }
      : findPublicationState({ outline: record }, now);
  const notes = { file, findings, ...state, isUnsaved: true };
  return { ...site, notes: new Map([...site.notes, [address, notes]]) };
}
