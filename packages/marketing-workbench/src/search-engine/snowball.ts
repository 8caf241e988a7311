import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Languages } from 'multilingual-stemmer';

const require = createRequire(import.meta.url);

/** The English name of a language that Snowball has a stemmer for. */
export type SnowballLanguage = keyof typeof Languages;

type Snowball = {
  readonly initSync: (options: { readonly module: Uint8Array }) => void;
  readonly Languages: typeof Languages;
  readonly Stemmer: new (language: number) => { readonly stem: (word: string) => string };
};

let snowball: Snowball | undefined;

/**
 * Loads the package's inner module at its first use. The entry of the package awaits its
 * WebAssembly while it is imported; a worker that starts would lose the messages of that time, such
 * as the one to stop.
 */
export function createSnowballStemmer(language: SnowballLanguage): (word: string) => string {
  snowball ??= loadSnowball();
  const stemmer = new snowball.Stemmer(snowball.Languages[language]);
  return (word) => stemmer.stem(word);
}

function loadSnowball(): Snowball {
  const folder = join(
    dirname(findPackageJSON('multilingual-stemmer', import.meta.url) ?? ''),
    'dist/browser',
  );
  const loaded: Snowball = require(join(folder, 'index.js'));
  loaded.initSync({ module: readFileSync(join(folder, 'index_bg.wasm')) });
  return loaded;
}
