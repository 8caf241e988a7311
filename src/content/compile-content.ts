import type { Guide } from '../site/guide.ts';
import type { ContentRecord } from '../site/records.ts';
import type { LargeCompilation } from './checks/check-site.ts';
import { compileFolder } from './compile-folder.ts';
import type { ContentProblem } from './content-problem.ts';
import type { ReadImage } from './images/read-images.ts';
import { createMemo } from './memo.ts';
import type { KnownText, Progress } from './texts/compile-texts.ts';
import type { TextRecord } from './texts/compiled-words.ts';
import { createMemoryCache, type TextCache } from './texts/text-cache.ts';

export type Compilation = {
  /** Of the files without a problem. They are fit to be published only where there is no problem at all. */
  readonly records: readonly ContentRecord[];
  readonly guides: readonly Guide[];
  /** All of them, sorted by file and line. */
  readonly problems: readonly ContentProblem[];
};

export type CompilerOptions = {
  /** Where encoded pictures are kept from one run to the next; nowhere, unless said. */
  readonly imageCacheDir?: string;
  /** Where compiled texts are kept from one run to the next; nowhere, unless said. */
  readonly textCache?: TextCache | undefined;
  /** What a record is known by where it is published. */
  readonly hashRecord?: (record: TextRecord) => string;
  readonly onProgress?: (progress: Progress) => void;
};

export type CompileContent = (folder: string, now?: Date) => Promise<Compilation>;
export type CompileLargeContent = (folder: string, now?: Date) => Promise<LargeCompilation>;

/**
 * Compiles and checks a content folder. Whatever is wrong with it is a problem and never thrown. `now` decides
 * which posts are still to come: a text may not link to one before it can be read.
 */
export function compileContent(folder: string, now?: Date, options?: CompilerOptions): Promise<Compilation> {
  return createContentCompiler(options)(folder, now);
}

/** A `compileContent` for doing it again and again: it takes over what it made of a file that is still the same. */
export function createContentCompiler(options: CompilerOptions = {}): CompileContent {
  const compile = createLargeContentCompiler(options);
  return async (folder, now) => readWhole(await compile(folder, now));
}

/** The same without holding the texts in memory, where there is a cache for them on the disk. */
export function createLargeContentCompiler(options: CompilerOptions = {}): CompileLargeContent {
  const { imageCacheDir, textCache = createMemoryCache(), hashRecord = () => '', onProgress } = options;
  const images = createMemo<Promise<ReadImage>>();
  let known: ReadonlyMap<string, KnownText> = new Map();
  return async (folder, now = new Date()) => {
    const run = images.startRun();
    const memory = {
      cache: textCache,
      hashRecord,
      known,
      imageCacheDir,
      onProgress,
      recallImage: run.recall,
    };
    const { texts, compilation } = await compileFolder(folder, now.getTime(), memory);
    run.finish();
    known = new Map(texts.map((text) => [text.key, text]));
    return compilation;
  };
}

/** With the texts in memory, all at a time. */
export function readWhole({ records, texts, guides, problems }: LargeCompilation): Compilation {
  const isShelf = ({ kind }: ContentRecord) => kind === 'category' || kind === 'subcategory';
  return {
    records: [
      ...records.filter(isShelf),
      ...texts.map(({ read }) => read()),
      ...records.filter((record) => !isShelf(record)),
    ],
    guides,
    problems,
  };
}
