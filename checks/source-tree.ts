import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/**
 * The files under `root` that are the project's own: those that git tracks, and new ones that it does not
 * ignore. Without git (an unpacked archive) the tree is walked, past what `.gitignore` names.
 */
export function listSourceFiles(root: string): SourceFile[] {
  const paths = listGitPaths(root) ?? listWalkedPaths(root);
  return paths
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .sort()
    .map((path) => ({ path, text: readText(join(root, path)) }));
}

function listGitPaths(root: string): string[] | undefined {
  try {
    const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(listing.split('\0').filter((path) => path !== ''))];
  } catch {
    return undefined;
  }
}

function listWalkedPaths(root: string): string[] {
  const ignoreFile = join(root, '.gitignore');
  const ignored = existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8').split('\n') : [];
  const patterns = ['.git', ...ignored.map((line) => line.trim().replace(/\/$/, ''))];
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !patterns.some((pattern) => posix.matchesGlob(name, pattern)))
      .map((entry) => ({ entry, path: posix.join(folder, entry.name) }))
      .flatMap(({ entry, path }) => (entry.isDirectory() ? walk(path) : [path]));
  return walk('');
}

/** Empty for a file that is no text: what holds a NUL byte near its start, by git's own rule. */
function readText(path: string): string {
  const bytes = readFileSync(path);
  return bytes.subarray(0, 8_000).includes(0) ? '' : bytes.toString('utf8');
}
