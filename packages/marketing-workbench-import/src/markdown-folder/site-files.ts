import path from 'node:path';
import { decodePercent } from 'marketing-workbench/site/addresses';
import type { ArchiveFile } from '../archive.ts';
import type { SourceFile } from '../source.ts';
import type { SiteConfig } from './site-config.ts';

/**
 * Finds files by the addresses in texts, which are relative to the text or to the root of the site.
 */
export function openSiteFiles(
  files: readonly ArchiveFile[],
  config: SiteConfig,
  staticFolders: readonly string[],
) {
  const byPath = new Map<string, ArchiveFile>();
  for (const file of files) {
    const folded = file.path.toLowerCase();
    if (!byPath.has(folded)) byPath.set(folded, file);
  }
  return {
    /** @param address - The address of the text. */
    find: (src: string, textPath: string, address: string): SourceFile | undefined => {
      const written = findOwnPath(src, config);
      if (written === undefined) return undefined;
      const folder = path.posix.dirname(textPath);
      for (const place of listPossiblePaths(written, { folder, address, staticFolders })) {
        const file = byPath.get(path.posix.join('/', place).slice(1).normalize().toLowerCase());
        if (file !== undefined)
          return { id: file.path, name: path.posix.basename(file.path), read: file.read };
      }
      return undefined;
    },
    has: (place: string) => byPath.has(place.toLowerCase()),
  };
}

/**
 * Finds the path of an address without the origin and base path of the site. Returns undefined for
 * an address of another site.
 */
function findOwnPath(src: string, { origin, basePath }: SiteConfig): string | undefined {
  const plain = decodePercent(src.trim().replace(/[?#].*$/s, ''));
  const own = origin !== '' && plain.startsWith(`${origin}/`) ? plain.slice(origin.length) : plain;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(own)) return undefined;
  return basePath !== '' && own.startsWith(`${basePath}/`) ? own.slice(basePath.length) : own;
}

type FileLookup = {
  readonly folder: string;
  readonly address: string;
  readonly staticFolders: readonly string[];
};

/** Lists the paths that a file may have. `~`, `@site` and `@` stand for folders of the project. */
function listPossiblePaths(
  written: string,
  { folder, address, staticFolders }: FileLookup,
): readonly string[] {
  const alias = /^(?:~|@site|@)\/(.*)$/s.exec(written)?.[1];
  if (alias !== undefined)
    return ['', 'src', 'assets', 'src/assets'].map((root) => path.posix.join(root, alias));
  const fromRoot = (place: string) =>
    [...staticFolders, ''].map((root) => path.posix.join(root, path.posix.join('/', place)));
  if (written.startsWith('/')) return fromRoot(written);
  const base = address.endsWith('/') ? address : path.posix.dirname(address);
  return [
    path.posix.join(folder, written),
    ...fromRoot(path.posix.join(base, written)),
    ...fromRoot(written),
  ];
}
