import type { ComparedText } from '../checks/duplicate-rule.ts';
import { type KeyedText, recompileText, type TextSurroundings } from './compile-texts.ts';
import { type CompiledWords, openSketches, unpackWords } from './compiled-words.ts';
import type { TextCache } from './text-cache.ts';

/** Reads what is not held of a text; what the cache has forgotten is compiled again. */
export type PartsReader = {
  readonly readWords: (text: KeyedText) => CompiledWords;
  readonly compare: (text: KeyedText, isSettled: boolean) => ComparedText;
};

export function createPartsReader(cache: TextCache, surroundings: TextSurroundings): PartsReader {
  const readWords = (text: KeyedText): CompiledWords => {
    return unpackWords(cache.findPart(text.key, 'words') ?? recompileText(text, surroundings).words);
  };
  return {
    readWords,
    compare: (text, isSettled) => ({
      file: text.file,
      isSettled,
      readSketches: () =>
        openSketches(cache.findPart(text.key, 'sketches') ?? recompileText(text, surroundings).sketches),
      readPassages: () => readWords(text).passages,
    }),
  };
}
