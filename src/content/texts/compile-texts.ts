import { hash } from 'node:crypto';
import type { ContentProblem } from '../content-problem.ts';
import { readContentFile } from '../folder/read-content-folder.ts';
import type { TextFile } from '../folder/sort-files.ts';
import { describePicture, type ShownImage } from '../images/shown-images.ts';
import type { Standard } from '../standard.ts';
import { compileOnThreads } from './compile-pool.ts';
import type { CompiledText, TextSource } from './compile-text.ts';
import type { TextRecord } from './compiled-words.ts';
import { loadTextCompiler } from './load-text-compiler.ts';
import type { TextCache, TextParts } from './text-cache.ts';
import { parseFacts, type TextFacts } from './text-facts.ts';

/** A text whose parts can be read from the cache. */
export type KeyedText = TextFile & {
  /** Names its place, its bytes, the standard and the compiler. */
  readonly key: string;
};

/** A text that is compiled, by whatever run. */
export type KnownText = KeyedText & {
  readonly facts: TextFacts;
  readonly hash: string;
};

export type TextSurroundings = {
  readonly folder: string;
  readonly images: readonly [file: string, image: ShownImage | undefined][];
  readonly standard: Standard | undefined;
  /** Names the standard and the compiler. */
  readonly version: string;
};

/** Progress of the slow part of a run. */
export type Progress = {
  readonly what: 'pictures' | 'texts';
  readonly done: number;
  readonly total: number;
};

export type TextMemory = {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly cache: TextCache;
  readonly hashRecord: (record: TextRecord) => string;
  /** What the last run of this process knew, by key. */
  readonly known: ReadonlyMap<string, KnownText>;
};

type KeyedSource = TextSource & { readonly key: string };

const BATCH_SIZE = 32;
/** So many texts are compiled here by the time that a thread has loaded what it takes and is up to speed. */
const BATCHES_HERE_MAX = 8;

/** The texts in their order, and what can't be read. Only what the cache does not hold is compiled. */
export async function compileTexts(
  files: readonly TextFile[],
  surroundings: TextSurroundings,
  memory: TextMemory,
): Promise<{ readonly texts: readonly KnownText[]; readonly problems: readonly ContentProblem[] }> {
  const results = new Map<string, KnownText | ContentProblem>();
  const take = (batch: readonly KeyedSource[], texts: readonly CompiledText[]) => {
    for (const text of keepTexts(batch, texts, memory)) results.set(text.file, text);
    memory.onProgress?.({ what: 'texts', done: results.size, total: files.length });
  };
  const batches = listUnknown(files, { surroundings, memory, results });
  const first = takeFirst(batches, BATCHES_HERE_MAX);
  if (first.length < BATCHES_HERE_MAX)
    for (const batch of first) take(batch, compileHere(batch, surroundings));
  else await compileOnThreads(chain(first, batches), surroundings, take);
  const found = files.flatMap(({ file }) => results.get(file) ?? []);
  return {
    texts: found.filter((result) => 'key' in result),
    problems: found.filter((result) => 'message' in result),
  };
}

/** Compiles one text again, for whoever finds that the cache has forgotten its words. */
export function recompileText({ place, file, key }: KeyedText, surroundings: TextSurroundings): CompiledText {
  const read = readContentFile(surroundings.folder, file);
  const isSame = 'bytes' in read && nameText(read.bytes, file, surroundings) === key;
  const [text] = isSame ? compileHere([{ place, file: read }], surroundings) : [];
  if (text === undefined) throw new Error(`${file} was changed while it was read; run it again`);
  return text;
}

type Search = {
  readonly surroundings: TextSurroundings;
  readonly memory: TextMemory;
  readonly results: Map<string, KnownText | ContentProblem>;
};

/** What is to be compiled, each batch read when it is asked for; what is known or can't be read goes to the results. */
function* listUnknown(
  files: readonly TextFile[],
  { surroundings, memory, results }: Search,
): Generator<readonly KeyedSource[], undefined> {
  const shelf = new Map(surroundings.images);
  let batch: KeyedSource[] = [];
  for (const { place, file } of files) {
    const read = readContentFile(surroundings.folder, file);
    if ('message' in read) {
      results.set(file, read);
      continue;
    }
    const key = nameText(read.bytes, file, surroundings);
    const known = findKnown({ place, file, key }, memory);
    if (known !== undefined && isUpToDate(known, shelf)) results.set(file, known);
    else batch.push({ place, file: read, key });
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function nameText(bytes: Uint8Array, file: string, { version }: TextSurroundings): string {
  return hash('sha256', `${file}\n${hash('sha256', bytes)}\n${version}`).slice(0, 32);
}

function findKnown(text: KeyedText, memory: TextMemory): KnownText | undefined {
  const known = memory.known.get(text.key);
  if (known !== undefined) return known;
  const kept = memory.cache.find(text.key);
  return kept && { ...text, facts: parseFacts(kept.facts), hash: kept.hash };
}

/** Whether every picture that the text shows, or looked for, is still what it was. */
function isUpToDate(
  { facts: { pictures } }: KnownText,
  shelf: ReadonlyMap<string, ShownImage | undefined>,
): boolean {
  return Object.entries(pictures).every(([file, then]) => describePicture(shelf, file) === then);
}

function compileHere(
  sources: readonly TextSource[],
  surroundings: TextSurroundings,
): readonly CompiledText[] {
  if (sources.length === 0) return [];
  const { images, standard } = surroundings;
  return sources.map(loadTextCompiler().createTextCompiler({ images: new Map(images), standard }));
}

function keepTexts(
  batch: readonly KeyedSource[],
  compiled: readonly CompiledText[],
  { cache, hashRecord }: TextMemory,
): readonly KnownText[] {
  const kept = new Map<string, TextParts>();
  const texts = batch.flatMap(({ place, file: { file }, key }, index) => {
    const text = compiled[index];
    if (text === undefined) throw new Error(`${file} did not come back from its compiler`);
    const { record, wasStopped, ...parts } = text;
    const recordHash = record === undefined ? '' : hashRecord(record);
    if (!wasStopped) kept.set(key, { ...parts, hash: recordHash });
    return [{ place, file, key, facts: parseFacts(text.facts), hash: recordHash }];
  });
  cache.keep(kept);
  return texts;
}

/** Leaves the others to whoever asks for them. */
function takeFirst<Item>(items: Iterator<Item>, count: number): readonly Item[] {
  const first: Item[] = [];
  for (let next = items.next(); next.done !== true; next = items.next()) {
    first.push(next.value);
    if (first.length === count) break;
  }
  return first;
}

function* chain<Item>(first: Iterable<Item>, rest: Iterable<Item>): Generator<Item, undefined> {
  yield* first;
  yield* rest;
}
