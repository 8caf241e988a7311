import { createHash, hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TextRecord } from '../../site/records.ts';
import { type ContentFinding, placeInFile } from '../content-finding.ts';
import { type ContentFile, readContentFile } from '../content-folder.ts';
import { sortFiles, type TextFile } from '../sort-files.ts';
import type { CompileContext, CompiledText, TextSource } from './compile-text.ts';
import {
  hashFileBeside,
  openSketches,
  parseFacts,
  type TextCache,
  type TextFacts,
  type TextParts,
  unpackWords,
} from './text-parts.ts';
import { compileOnThreads, loadTextCompiler, type OnCompiled } from './worker-pool.ts';

export type KeyedText = TextFile & Pick<TextSource, 'key'>;

export type KnownText = KeyedText & {
  readonly facts: TextFacts;
  readonly hash: string;
};

export type TextContext = CompileContext & {
  readonly folder: string;
  /** Identifies the standard and the compiler in cache keys. */
  readonly version: string;
};

export type CompileProgress = {
  readonly what: 'pictures' | 'texts';
  readonly done: number;
  readonly total: number;
};

/** Limits the time that one run may take to compile texts. */
export type CompileTimeLimit = {
  readonly ms: number;
  /**
   * The files of the texts that were not compiled, with their keys in the cache. A later run with
   * this limit compiles none of them, unless it has changed.
   */
  readonly leftOut: Map<string, string>;
};

type CompileTextsOptions = {
  readonly cache: TextCache;
  readonly hashRecord: (record: TextRecord) => string;
  readonly onProgress?: ((progress: CompileProgress) => void) | undefined;
  readonly timeLimit?: CompileTimeLimit | undefined;
};

/** With small batches all threads are done at about the same time; large ones take fewer writes. */
const BATCH_SIZE = { few: 4, many: 32 };
const FEW_TEXTS_MAX = 512;
/** Compiling this many takes longer than a thread needs to load its modules. */
const TEXTS_HERE_MAX = 64;
/** Fewer texts that take longer than this are compiled on all threads, too. */
const TIME_HERE_MS_MAX = 2_000;

/**
 * Compiles what the cache does not hold. Texts are returned in the order of `files`; unreadable
 * ones are problems.
 */
export async function compileTexts(
  files: readonly TextFile[],
  context: TextContext,
  options: CompileTextsOptions,
): Promise<{ readonly texts: readonly KnownText[]; readonly problems: readonly ContentFinding[] }> {
  const results = new Map<string, KnownText>();
  const problems: ContentFinding[] = [];
  const unknown: TextFile[] = [];
  for (const text of files) {
    const source = readTextSource(text, context);
    const known = 'message' in source ? undefined : findCachedText(text, source.key, options.cache);
    if ('message' in source) problems.push(source);
    else if (known !== undefined && isUpToDate(known, context)) results.set(text.file, known);
    else unknown.push(text);
  }
  const onCompiled: OnCompiled = (batch, compiled) => {
    for (const text of keepTexts(batch, compiled, options)) results.set(text.file, text);
    options.onProgress?.({ what: 'texts', done: results.size, total: files.length });
  };
  const batches = readBatches(unknown, context, { problems, timeLimit: options.timeLimit });
  const isLong = unknown.length >= TEXTS_HERE_MAX || !compileHere(batches, context, onCompiled);
  if (isLong) await compileOnThreads(batches, context, onCompiled);
  return { texts: files.flatMap(({ file }) => results.get(file) ?? []), problems };
}

/** A text that is compiled by itself: its findings are those that need no other text. */
export type LoneText = {
  /** Undefined if nothing of the text can be shown. */
  readonly record: TextRecord | undefined;
  readonly address: string | undefined;
  readonly findings: readonly ContentFinding[];
};

/** Returns undefined for a path that is no place for a text. */
export type CompileText = (file: ContentFile) => LoneText | undefined;

/** Creates a compiler of texts that may differ from their files, with what the folder has beside. */
export function createLoneCompiler(context: TextContext): CompileText {
  return (file) => {
    const [text] = sortFiles([file.file]).texts;
    const [compiled] = text ? compileBatch([{ place: text.place, file, key: '' }], context) : [];
    if (compiled === undefined) return undefined;
    const { text: known, problems } = parseFacts(compiled.facts);
    const findings = placeInFile(file.file, problems);
    return { record: compiled.record, address: known?.address, findings };
  };
}

/** Compiles batches on this thread, until they take too long for it. Returns whether all are done. */
function compileHere(
  batches: Iterator<readonly TextSource[]>,
  context: TextContext,
  onCompiled: OnCompiled,
): boolean {
  const start = performance.now();
  for (let next = batches.next(); next.done !== true; next = batches.next()) {
    onCompiled(next.value, compileBatch(next.value, context));
    if (performance.now() - start > TIME_HERE_MS_MAX) return false;
  }
  return true;
}

export type PartsReader = ReturnType<typeof createPartsReader>;

/** Reads parts of texts from the cache. A text whose part is missing there is compiled again. */
export function createPartsReader(cache: TextCache, context: TextContext) {
  const readPart = (text: KeyedText, part: 'sketches' | 'words') =>
    cache.findPart(text.key, part) ?? recompileText(text, context)[part];
  return {
    readWords: (text: KeyedText) => unpackWords(readPart(text, 'words')),
    readSketches: (text: KeyedText) => openSketches(readPart(text, 'sketches')),
  };
}

/** The folder of the modules that run: `src`, or `lib` where the package is installed. */
const MODULES = join(import.meta.dirname, '../..');
/**
 * Modules that decide what a text compiles to. Those that only check the whole site are included
 * for simplicity.
 */
const COMPILER = ['content/**/*.{js,ts}', 'site/*.{js,ts}'];

let compilerVersion: string | undefined;

/**
 * Returns a hash of the compiler that this process runs: a different version may compile the same
 * text differently.
 */
export function readCompilerVersion(): string {
  compilerVersion ??= hashCompiler();
  return compilerVersion;
}

function hashCompiler(): string {
  const version = createHash('sha256').update(process.version);
  for (const path of globSync(COMPILER, { cwd: MODULES }).toSorted()) {
    if (!path.endsWith('.test.ts')) version.update(path).update(readFileSync(join(MODULES, path)));
  }
  const manifest = join(MODULES, '../package.json');
  for (const file of [manifest, ...listInstalled(dirname(MODULES))])
    version.update(readFileSync(file));
  return version.digest('hex');
}

/**
 * Lists the files with the versions of the installed packages that npm leaves in each folder of
 * packages from which a module of this folder may load one.
 */
function listInstalled(folder: string): readonly string[] {
  const above = dirname(folder);
  const file = join(folder, 'node_modules/.package-lock.json');
  return [...(existsSync(file) ? [file] : []), ...(above === folder ? [] : listInstalled(above))];
}

function recompileText({ place, file, key }: KeyedText, context: TextContext): CompiledText {
  const source = readTextSource({ place, file }, context);
  const [text] = 'key' in source && source.key === key ? compileBatch([source], context) : [];
  if (text === undefined)
    throw new Error(`${file} changed while it was being read; run the command again`);
  return text;
}

function readTextSource(
  { place, file }: TextFile,
  { folder, version }: TextContext,
): TextSource | ContentFinding {
  const read = readContentFile(folder, file);
  if ('message' in read) return read;
  const key = hash('sha256', `${file}\n${hash('sha256', read.bytes)}\n${version}`).slice(0, 32);
  return { place, file: read, key };
}

function findCachedText(text: TextFile, key: string, cache: TextCache): KnownText | undefined {
  const kept = cache.find(key);
  return kept && { ...text, key, facts: parseFacts(kept.facts), hash: kept.hash };
}

function isUpToDate({ facts: { filesBeside } }: KnownText, context: CompileContext) {
  return Object.entries(filesBeside).every(
    ([file, then]) => hashFileBeside(context, file) === then,
  );
}

type BatchOptions = {
  readonly problems: ContentFinding[];
  readonly timeLimit: CompileTimeLimit | undefined;
};

/** Reads each batch on demand, so that only a few are in memory at a time. */
function* readBatches(
  texts: readonly TextFile[],
  context: TextContext,
  { problems, timeLimit }: BatchOptions,
): Generator<readonly TextSource[], undefined> {
  const end = performance.now() + (timeLimit?.ms ?? Number.POSITIVE_INFINITY);
  const size = texts.length < FEW_TEXTS_MAX ? BATCH_SIZE.few : BATCH_SIZE.many;
  for (let start = 0; start < texts.length; start += size) {
    const sources = texts.slice(start, start + size).map((text) => readTextSource(text, context));
    problems.push(...sources.filter((source) => 'message' in source));
    const batch = sources
      .filter((source) => 'key' in source)
      .filter(({ file: { file }, key }) => {
        const isLeftOut = performance.now() > end || timeLimit?.leftOut.get(file) === key;
        if (isLeftOut) timeLimit?.leftOut.set(file, key);
        return !isLeftOut;
      });
    if (batch.length > 0) yield batch;
  }
}

function compileBatch(
  sources: readonly TextSource[],
  context: TextContext,
): readonly CompiledText[] {
  return sources.map(loadTextCompiler().createTextCompiler(context));
}

function keepTexts(
  batch: readonly TextSource[],
  compiled: readonly CompiledText[],
  { cache, hashRecord }: CompileTextsOptions,
): readonly KnownText[] {
  const kept = new Map<string, TextParts>();
  const texts = batch.map(({ place, file: { file }, key }, index) => {
    const text = compiled[index];
    if (text === undefined) throw new Error(`The compiler returned nothing for ${file}.`);
    const { record, wasStopped, ...parts } = text;
    const recordHash = record === undefined ? '' : hashRecord(record);
    if (!wasStopped) kept.set(key, { ...parts, hash: recordHash });
    return { place, file, key, facts: parseFacts(text.facts), hash: recordHash };
  });
  cache.keep(kept);
  return texts;
}
