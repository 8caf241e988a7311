import path from 'node:path';
import { createImportFolder } from './import-folder.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Returns a post as Ghost 5 writes it; its id is its slug. */
export function createGhostPost(slug: string, more: ExportedRow = {}): ExportedRow {
  return {
    id: slug,
    uuid: `uuid-${slug}`,
    title: `On ${slug}`,
    slug,
    type: 'post',
    status: 'published',
    visibility: 'public',
    featured: 0,
    html: null,
    lexical: null,
    mobiledoc: null,
    canonical_url: null,
    created_at: '2023-05-01T08:00:00.000Z',
    published_at: '2023-05-02T22:30:00.000Z',
    ...more,
  };
}

const SETTINGS = {
  title: 'Hill Bakery',
  description: 'Bread',
  locale: 'en',
  timezone: 'Europe/Berlin',
};

export function createGhostData(
  posts: readonly ExportedRow[],
  tables: ExportedRow = {},
  settings: ExportedRow = SETTINGS,
): ExportedRow {
  return {
    posts,
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
    ...tables,
  };
}

export function createGhostExport(
  posts: readonly ExportedRow[],
  tables: ExportedRow = {},
): ExportedRow {
  const meta = { exported_on: 1_700_000_000_000, version: '5.82.1' };
  return { db: [{ meta, data: createGhostData(posts, tables) }] };
}

export function createLexical(...children: readonly ExportedRow[]): string {
  return JSON.stringify({ root: { type: 'root', version: 1, children } });
}

export const lexicalText = (words: string, format = 0): ExportedRow => ({
  type: 'extended-text',
  text: words,
  format,
  version: 1,
});
export const lexicalParagraph = (...children: readonly ExportedRow[]): ExportedRow => ({
  type: 'paragraph',
  children,
});

/** Returns a folder with an export, and the folder of the new site. */
export function createGhostImport() {
  const { folder, at, read, add, run, check } = createImportFolder();
  return {
    folder,
    read,
    check,
    add: (file: string, content: string | Uint8Array) => add(path.join('export', file), content),
    run: (content: unknown, ...flags: readonly string[]) => {
      add(
        'export/hill.ghost.json',
        typeof content === 'string' ? content : JSON.stringify(content),
      );
      return run(at('export'), ...flags);
    },
    notesOf: (slug: string): readonly string[] =>
      JSON.parse(read('.import/report.json')).texts.find(({ file }: { file: string }) =>
        file.includes(slug),
      ).notes,
  };
}
