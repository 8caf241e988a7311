import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Languages } from 'multilingual-stemmer';

const require = createRequire(import.meta.url);

/** Their English names. */
export type SnowballLanguage = keyof typeof Languages;

type Snowball = {
  readonly initSync: (options: { readonly module: Uint8Array }) => void;
  readonly Languages: typeof Languages;
  readonly Stemmer: new (language: number) => { readonly stem: (word: string) => string };
};

let snowball: Snowball | undefined;

/**
 * The entry of the package would await its WebAssembly while it is imported, and a worker
 * that starts would lose the messages of that time, such as that it has to stop. So its inner module is loaded here, when it is needed.
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
