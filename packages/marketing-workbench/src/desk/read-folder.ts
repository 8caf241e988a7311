import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { z } from 'zod';
import { formatFinding } from '../content/content-finding.ts';
import { listContentFolder, readContentFile } from '../content/content-folder.ts';
import { didYouMean } from '../content/did-you-mean.ts';
import { compileSite } from '../content/site-yaml.ts';
import { sortFiles, type TextPlace } from '../content/sort-files.ts';
import { parseYaml } from '../content/yaml.ts';
import { pages } from '../site/addresses.ts';
import { parseCanonicalPath } from '../site/paths/canonical-path.ts';
import type { News, SiteSettings } from '../site/settings.ts';
import { DeskError } from './desk-error.ts';

/** A text or a settings file. Paths of files start with the content folder's own name. */
export type FolderFile = { readonly file: string; readonly text: string };

export type FolderText = FolderFile & { readonly place: TextPlace; readonly address: string };

export type ContentFolder = {
  readonly name: string;
  readonly files: ReadonlySet<string>;
  readonly texts: readonly FolderText[];
  readonly settings: readonly FolderFile[];
  readonly site: SiteSettings;
};

/** Reads a content folder. Files that are not UTF-8 are left out; the check reports them. */
export function readFolder(contentDir: string): ContentFolder {
  const { files, problems } = listContentFolder(contentDir);
  if (files.length === 0 && problems.length > 0)
    throw new DeskError(problems.map(formatFinding).join('\n'));
  const readSource = (file: string): readonly FolderFile[] => {
    const read = readContentFile(contentDir, file);
    return 'bytes' in read && isUtf8(read.bytes)
      ? [{ file, text: Buffer.from(read.bytes).toString() }]
      : [];
  };
  const name = path.basename(path.resolve(contentDir));
  const site = requireSiteSettings(contentDir, `${name}/site.yaml`, files);
  return {
    name,
    site,
    files: new Set(files),
    texts: sortFiles(files).texts.flatMap(({ file, place }) =>
      readSource(file).map((source) => ({
        ...source,
        place,
        address: findTextAddress(place, source, site.news),
      })),
    ),
    settings: files.filter((file) => file.endsWith('.yaml')).flatMap(readSource),
  };
}

function requireSiteSettings(
  contentDir: string,
  file: string,
  files: readonly string[],
): SiteSettings {
  const { settings, problems } = compileSite(
    files.includes(file) ? readContentFile(contentDir, file) : undefined,
  );
  if (settings === undefined) throw new DeskError(problems.map(formatFinding).join('\n'));
  return settings;
}

/** Returns the address of a text; empty for a legacy post without a legacyUrl. */
function findTextAddress(place: TextPlace, source: FolderFile, news: News | undefined): string {
  switch (place.kind) {
    case 'article':
      return pages.article(place, news);
    case 'guide':
    case 'page':
      return pages.page(place.slug);
    case 'legacy':
      return String(readKeys(source).legacyUrl ?? '');
  }
}

export function findSetting(
  { settings, name }: ContentFolder,
  setting: string,
): FolderFile | undefined {
  return settings.find(({ file }) => file === `${name}/${setting}`);
}

/** Returns the one text with this slug, path or address, or throws a DeskError. */
export function requireText({ texts, name, site }: ContentFolder, wanted: string): FolderText {
  const file = path.posix.normalize(wanted.replaceAll('\\', '/'));
  const address = wanted.startsWith('/') ? parseCanonicalPath(wanted, site.news) : undefined;
  const found = texts.filter((text) => {
    const isFile =
      file === text.file || `${name}/${file}` === text.file || file.endsWith(`/${text.file}`);
    return isFile || text.place.slug === wanted || [address, wanted].includes(text.address);
  });
  const [only, ...others] = found;
  if (only === undefined)
    throw new DeskError(
      `No text has the slug, path or address ${wanted}; ${suggestText(wanted, texts)}`,
    );
  if (others.length === 0) return only;
  const files = found.map((text) => `  ${text.file}`).join('\n');
  throw new DeskError(`Several texts have the slug ${wanted}; write the path of one:\n${files}`);
}

function suggestText(wanted: string, texts: readonly FolderText[]): string {
  const names = texts.flatMap(({ place, file, address }) => [place.slug, file, address]);
  return didYouMean(wanted, names, 'write one of them.');
}

export type TextRange = { readonly start: number; readonly end: number };

/**
 * Returns where the keys are, without the `---` lines, and where the body begins; undefined without
 * front matter.
 */
export function locateFrontMatter(
  text: string,
): { readonly keys: TextRange; readonly body: number } | undefined {
  const [whole, opening = '', keys = ''] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { keys: { start: opening.length, end: opening.length + keys.length }, body: whole.length };
}

const FRONT_MATTER = /^(\uFEFF?---[^\S\r\n]*\r?\n)((?:[^\n]*\n)*?)---[^\S\r\n]*(?:\r?\n|$)/;

/** Reads the front matter; the result is empty if there is none, or if it is not valid YAML. */
export function readKeys({ text }: FolderFile): Readonly<Record<string, unknown>> {
  const { start = 0, end = 0 } = locateFrontMatter(text)?.keys ?? {};
  const { value } = parseYaml(text.slice(start, end));
  return z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
}
