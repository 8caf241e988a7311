import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * A file of the repository: its path from the root, with "/", and its text, which is empty for a
 * binary file. Documents and findings name the files of the engine from its own folder: `src/…`.
 */
export type RepositoryFile = { readonly path: string; readonly text: string };

export type CodeFinding = {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
};

const ENGINE_SOURCE =
  /^packages\/marketing-workbench\/(?=(?:bin|deploy|docs|migrations|schemas|src|templates)\/|vite\.config|CHANGELOG)/;
const CODE =
  /^(?:(?:src|bin|packages\/[^/]+\/(?:src|bin)|checks|scripts|tests|bench)\/.*|[^/]+)\.(?:ts|tsx|mjs)$/;

export function isCode({ path }: RepositoryFile): boolean {
  return CODE.test(path) && !path.startsWith('tests/fixtures/') && !path.endsWith('.d.ts');
}

export function isTest({ path }: RepositoryFile): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
}

/** Returns the name of a file as findings give it. */
export function shortenPath(path: string): string {
  return path.replace(ENGINE_SOURCE, '');
}

/** Returns the files under `root` except those that its `.gitignore` names. */
export function listSourceFiles(root: string): RepositoryFile[] {
  const ignoreFile = join(root, '.gitignore');
  const ignored = existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8').split('\n') : [];
  const patterns = ['.git', ...ignored.map((line) => line.trim().replace(/\/$/, ''))];
  const listPaths = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !patterns.some((pattern) => posix.matchesGlob(name, pattern)))
      .map((entry) => ({ entry, path: posix.join(folder, entry.name) }))
      .flatMap(({ entry, path }) => (entry.isDirectory() ? listPaths(path) : [path]));
  return listPaths('')
    .sort()
    .map((path) => ({
      path: shortenPath(path),
      text: readFileText(join(root, path)),
    }));
}

/** Returns no text for a binary file: like git, one with a NUL byte in its first 8,000 bytes. */
function readFileText(path: string): string {
  const bytes = readFileSync(path);
  return bytes.subarray(0, 8_000).includes(0) ? '' : bytes.toString('utf8');
}
