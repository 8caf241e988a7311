import { hash } from 'node:crypto';
import path from 'node:path';
import { createClockTest, type LiveTest } from '../site/live.ts';
import type { ContentRecord, TextRecord } from '../site/records.ts';
import type { SiteSettings } from '../site/settings.ts';
import { compileAuthors } from './authors.ts';
import { findCategoryPictures } from './brand/category-pictures.ts';
import { compileBrand } from './brand/compile-brand.ts';
import { readOwnStyle } from './brand/read-own-style.ts';
import {
  type CheckedCompilation,
  checkSite,
  type LargeCompilation,
  type SelectedContent,
  type WantedTexts,
} from './checks/check-site.ts';
import { compileSettings } from './compile-settings.ts';
import { type ContentFinding, sortContentFindings } from './content-finding.ts';
import { listContentFolder, readContentFile } from './content-folder.ts';
import { readDownloads } from './downloads.ts';
import { planCovers } from './images/covers.ts';
import { encodeMedia } from './images/encode-media.ts';
import { type ReadImages, readImages } from './images/read-images.ts';
import { readPublicFiles } from './public-files.ts';
import { compileSite } from './site-yaml.ts';
import { sortFiles } from './sort-files.ts';
import { readStandard } from './standard.ts';
import {
  type CompileProgress,
  type CompileText,
  type CompileTimeLimit,
  compileTexts,
  createLoneCompiler,
  readCompilerVersion,
} from './texts/compile-texts.ts';
import { createMemoryCache, type TextCache } from './texts/text-parts.ts';
import type { SettingFile } from './yaml.ts';

export type Compilation = {
  /**
   * The records of the files without an error.
   */
  readonly records: readonly ContentRecord[];
  readonly problems: readonly ContentFinding[];
  readonly advice: readonly ContentFinding[];
};

/** What was live, and the latest time that was seen, in case the clock has gone back since. */
export type KnownPast = { readonly isLive: LiveTest; readonly latestTime: number };

export type CompilerOptions = {
  readonly imageCacheDir?: string;
  /** Caches compiled texts between runs; by default they last as long as the compiler. */
  readonly textCache?: TextCache | undefined;
  /** The texts that become records, by default `published`. */
  readonly wanted?: WantedTexts;
  /** Computes the hash that identifies the version of a published record. */
  readonly hashRecord?: (record: TextRecord) => string;
  /**
   * Says whether pictures are encoded, which takes a second for each photo, or only measured and named.
   * They are not encoded if a general error prevents publishing, unless `always`.
   * By default they are encoded.
   */
  readonly pictures?: 'encoded' | 'named' | 'always';
  readonly onProgress?: (progress: CompileProgress) => void;
  readonly timeLimit?: CompileTimeLimit | undefined;
  readonly past?: KnownPast;
};

export type CompileLargeContent = (folder: string, now?: Date) => Promise<CompiledFolder>;

type CompiledFolder = LargeCompilation & {
  /** Undefined if the settings have errors that no text can be compiled with. */
  readonly compileText?: CompileText;
};

/**
 * Returns mistakes in the content as problems and never throws them. `now` decides which posts are
 * scheduled.
 */
export async function compileContent(
  folder: string,
  now?: Date,
  options?: CompilerOptions,
): Promise<Compilation> {
  return compileEverything(await createLargeContentCompiler(options)(folder, now));
}

/** Creates a compiler whose long texts stay in the cache until they are read. */
export function createLargeContentCompiler(options: CompilerOptions = {}): CompileLargeContent {
  const { textCache = createMemoryCache() } = options;
  return async (folder, now = new Date()) => {
    const listing = listContentFolder(folder);
    if (listing.problems.length > 0 && listing.files.length === 0)
      return refuseFolder(listing.problems);
    const site = compileSite(createSettingReader(folder, listing.files)('site.yaml'));
    // Without the site's categories every text would have problems that vanish with the first one.
    if (site.settings === undefined) return refuseFolder(site.problems);
    return compileFolder(listing, {
      ...options,
      textCache,
      folder,
      now,
      site,
      siteSettings: site.settings,
    });
  };
}

type FolderOptions = CompilerOptions & {
  readonly textCache: TextCache;
  readonly folder: string;
  readonly now: Date;
  readonly site: ReturnType<typeof compileSite>;
  readonly siteSettings: SiteSettings;
};

async function compileFolder(
  listing: ReturnType<typeof listContentFolder>,
  options: FolderOptions,
): Promise<CompiledFolder> {
  const { folder, now, site, siteSettings, imageCacheDir, textCache: cache } = options;
  const readSetting = createSettingReader(folder, listing.files);
  const sorted = sortFiles(listing.files);
  const standard = readStandard(readSetting('standard.yaml'), listing.files);
  const { pictures, downloads, publicFiles } = await readFiles(sorted, options);
  const look = await compileLook(readSetting, options, { pictures, fonts: sorted.fonts });
  const context = {
    folder,
    standard: standard.value,
    site: siteSettings,
    images: pictures.images,
    downloads: downloads.downloads,
    version: findVersion(readSetting('standard.yaml'), siteSettings),
  };
  const { hashRecord = () => '', wanted = 'published' } = options;
  const compiled = await compileTexts(sorted.texts, context, { ...options, cache, hashRecord });
  const settings = compileSettings(readSetting, {
    ...site,
    brand: look.brand,
    settings: { ...siteSettings, ...publicFiles.settings },
  });
  const authors = compileAuthors(readSetting('authors.yaml'), pictures);
  const files = [listing, sorted, pictures, downloads, publicFiles];
  const checked = checkSite({
    ...findTimes(now.getTime(), options.past),
    name: path.basename(path.resolve(folder)),
    listed: new Set(listing.files),
    files: sorted.texts,
    texts: compiled.texts,
    downloads,
    publicFiles,
    authors,
    covers: planCovers(compiled.texts, pictures, imageCacheDir),
    look,
    menuLine: site.lineOf('navigation'),
    pictures,
    settings,
    context,
    cache,
    wanted,
    problems: joinProblems([...files, site, standard, authors, look, compiled, settings]),
  });
  return { ...(await addMedia(checked, options)), compileText: createLoneCompiler(context) };
}

function joinProblems(
  parts: readonly { readonly problems: readonly ContentFinding[] }[],
): readonly ContentFinding[] {
  return parts.flatMap(({ problems }) => problems);
}

/** Encodes the pictures, unless only their names are wanted or general errors prevent publishing. */
async function addMedia(
  { sources, select, ...compilation }: CheckedCompilation,
  { pictures = 'encoded', wanted, onProgress }: FolderOptions,
): Promise<LargeCompilation> {
  const isPublished = compilation.general.length === 0 || wanted === 'all' || pictures === 'always';
  const encoded =
    pictures === 'named' || !isPublished
      ? []
      : await encodeMedia(sources, (done, total) =>
          onProgress?.({ what: 'pictures', done, total }),
        );
  const byName = new Map(encoded.map((record) => [record.name, record]));
  const addRecords = (selected: SelectedContent): SelectedContent => ({
    ...selected,
    records: [...selected.records, ...selected.media.flatMap(({ name }) => byName.get(name) ?? [])],
  });
  const { records, media, texts } = compilation;
  return {
    ...compilation,
    ...addRecords({ records, media, texts }),
    select: (leftOut) => addRecords(select(leftOut)),
  };
}

/** Compiles the brand with the pictures of categories and the owner's own style sheet. */
async function compileLook(
  readSetting: ReturnType<typeof createSettingReader>,
  { folder, site, siteSettings }: FolderOptions,
  found: { readonly pictures: ReadImages; readonly fonts: readonly string[] },
) {
  const { pictures, ...shown } = findCategoryPictures(site, found.pictures);
  const { language } = siteSettings;
  const own = readOwnStyle(readSetting('theme.css'), { folder, fonts: found.fonts, language });
  const source = { ...site, settings: siteSettings, pictures, style: own.style };
  const { brand, icons, problems } = await compileBrand(source, readSetting('logo.svg'));
  return {
    brand,
    images: shown.files,
    media: [...icons, ...shown.media, ...own.media],
    problems: [...shown.problems, ...own.problems, ...problems],
  };
}

async function readFiles(
  sorted: ReturnType<typeof sortFiles>,
  { folder, now, imageCacheDir, siteSettings: { language } }: FolderOptions,
) {
  return {
    pictures: await readImages(sorted.images, { folder, cacheDir: imageCacheDir, language }),
    downloads: readDownloads(sorted.downloads, folder, language),
    publicFiles: await readPublicFiles(sorted.publicFiles, folder, now.getTime()),
  };
}

/**
 * Identifies the compiler, the standard and the settings of the site: a text is compiled again if
 * one of them has changed.
 */
function findVersion(standard: SettingFile, settings: SiteSettings): string {
  return hash('sha256', `${readCompilerVersion()}\n${JSON.stringify([standard, settings])}`);
}

function findTimes(now: number, past?: KnownPast) {
  return {
    now: Math.max(now, past?.latestTime ?? now),
    clockTime: now,
    isLive: past?.isLive ?? createClockTest(now),
  };
}

function refuseFolder(problems: readonly ContentFinding[]): LargeCompilation {
  return {
    records: [],
    media: [],
    texts: [],
    drafts: 0,
    advice: [],
    general: problems,
    faultyTexts: [],
    select: () => ({ records: [], media: [], texts: [] }),
    standard: undefined,
    problems: sortContentFindings(problems),
  };
}

function createSettingReader(folder: string, files: readonly string[]) {
  return (setting: string) => {
    const file = `${path.basename(path.resolve(folder))}/${setting}`;
    return files.includes(file) ? readContentFile(folder, file) : undefined;
  };
}

export function compileEverything({
  records,
  texts,
  problems,
  advice,
}: LargeCompilation): Compilation {
  return { records: [...records, ...texts.map(({ read }) => read())], problems, advice };
}
