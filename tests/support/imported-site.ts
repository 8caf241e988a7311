import path from 'node:path';
import { createLargeContentCompiler } from '../../packages/marketing-workbench/src/content/compile-content.ts';
import type { CheckFolder } from '../../packages/marketing-workbench-import/src/folder/hold-back.ts';
import { importSite } from '../../packages/marketing-workbench-import/src/folder/import-site.ts';
import type {
  ImportedOutline,
  ImportSource,
} from '../../packages/marketing-workbench-import/src/source.ts';
import { createImportFolder } from './import-folder.ts';

export const OLD_HOST = 'https://old.example';

export type SourceText = Partial<ImportedOutline> & { readonly id: string; readonly body?: string };

/** Returns a site of another program, with pictures and files by their names. */
export function createSource(
  texts: readonly SourceText[],
  files: Readonly<Record<string, Uint8Array>> = {},
  more: Partial<ImportSource> = {},
): ImportSource {
  const outlines = texts.map(
    ({ body, ...outline }): ImportedOutline => ({
      kind: 'post',
      title: `Text ${outline.id}`,
      slug: outline.id,
      status: 'published',
      comments: 0,
      publishedAt: '2015-02-03T10:00:00Z',
      addresses: [`/2015/${outline.id}/`],
      authors: [],
      categories: [],
      tags: [],
      ...outline,
    }),
  );
  return {
    name: 'A test',
    site: {
      name: 'Old site',
      description: '',
      language: 'en',
      origins: [OLD_HOST],
      authors: [],
      categories: [],
    },
    outlines,
    bodies: async function* readBodies() {
      for (const { id, body = '<p>Words.</p>' } of texts) {
        const render = () => ({ format: 'html' as const, text: body });
        yield { id, body: { source: body, isCut: false, render } };
      }
    },
    findFile: (src) => {
      const name = path.basename(URL.parse(src, OLD_HOST)?.pathname ?? '');
      const bytes = files[name];
      return bytes && { id: name, name, read: async () => bytes };
    },
    describeFile: () => undefined,
    redirects: [],
    archives: [],
    problems: [],
    ...more,
  };
}

/** Returns a folder to import sources into. */
export function createSourceImport() {
  const files = createImportFolder();
  const { folder } = files;
  const compile = createLargeContentCompiler({ pictures: 'named' });
  const checkFolder: CheckFolder = async (written) => ({
    errors: (await compile(written)).problems,
  });
  return {
    ...files,
    load: (source: ImportSource, isDryRun = false, check: CheckFolder = checkFolder) =>
      importSite(source, {
        folder,
        isDryRun,
        check,
        onText: () => undefined,
      }),
  };
}
