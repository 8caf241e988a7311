import path from 'node:path';
import { decodePercent } from 'marketing-workbench/site/addresses';
import type { ImportedOutline } from '../source.ts';
import { readFileName } from './page.ts';
import type { SiteConfig } from './site-config.ts';

const EXTENSIONS = [
  '',
  '.md',
  '.mdx',
  '.markdown',
  '.html',
  '/index.md',
  '/index.mdx',
  '/_index.md',
  '/README.md',
];
const ROOTS = ['', 'content', 'docs', 'blog', 'src', 'src/content', 'src/pages', '_posts'];

/** Finds the texts of a folder by the paths, addresses and names in the links of other texts. */
export function createTextLinks(outlines: readonly ImportedOutline[], config: SiteConfig) {
  const byPath = new Map(
    outlines.map(({ id, addresses }) => [id.toLowerCase(), addresses[0] ?? '/']),
  );
  const byAddress = new Set(outlines.flatMap(({ addresses }) => addresses.map(foldAddress)));
  const byName = mapTextNames(outlines);
  const findFrom = (written: string, textPath: string) => {
    const plain = decodePercent(written.replace(/^(?:@site|~|@)\//, '/'));
    const folder = path.posix.dirname(textPath);
    const places = plain.startsWith('/') ? [] : [path.posix.join(folder, plain)];
    const all = [...places, ...ROOTS.map((root) => path.posix.join(root, plain))];
    return all
      .flatMap(listPossibleFiles)
      .map((file) => byPath.get(file))
      .find((address) => address !== undefined);
  };
  return {
    /** Returns the old address that a link means. */
    resolve: (href: string, textPath: string): string => {
      const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href.trim()) ?? [];
      if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return href;
      const isFile = /\.(?:mdx?|markdown)$/i.test(written) || written.startsWith('@site/');
      const asFile = isFile ? findFrom(written, textPath) : undefined;
      const own = byPath.get(textPath.toLowerCase()) ?? '/';
      const resolved = URL.parse(written, `https://any.example${own}`)?.pathname ?? written;
      const shown = [
        resolved,
        `${config.basePath}${resolved}`,
        resolved.slice(config.basePath.length),
      ].find((address) => byAddress.has(foldAddress(address)));
      return `${asFile ?? shown ?? findFrom(written, textPath) ?? resolved}${rest}`;
    },
    /**
     * Returns the old address of the text that a program's own reference means, such as Hugo's
     * `ref` and Jekyll's `post_url`.
     */
    findReference: (reference: string, textPath: string): string | undefined => {
      const [name = '', fragment] = reference.trim().split('#', 2);
      const hash = fragment === undefined ? '' : `#${fragment}`;
      if (name === '') return hash || undefined;
      const last = path.posix.basename(name).replace(/\.\w+$/, '');
      const address =
        findFrom(name, textPath) ?? byName.get(foldName(last)) ?? byName.get(foldName(name));
      return address === undefined ? undefined : `${address}${hash}`;
    },
  };
}

function listPossibleFiles(place: string): readonly string[] {
  const clean = path.posix.join('/', place).slice(1).replace(/\/$/, '').toLowerCase();
  return EXTENSIONS.map((extension) => clean + extension.toLowerCase());
}

/**
 * Maps each name to the first text that has it. The name may be that of a file or folder, a slug or
 * a title.
 */
function mapTextNames(outlines: readonly ImportedOutline[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const { id, title, slug, addresses } of outlines) {
    const base = path.posix.basename(id).replace(/\.\w+$/, '');
    const folder = path.posix.basename(path.posix.dirname(id));
    const names = [base === 'index' ? folder : base, readFileName(base).words, slug, title];
    for (const name of names)
      if (!byName.has(foldName(name))) byName.set(foldName(name), addresses[0] ?? '/');
  }
  return byName;
}

export type TextLinks = ReturnType<typeof createTextLinks>;

function foldAddress(address: string): string {
  return decodePercent(address)
    .toLowerCase()
    .replace(/(?:\/index)?(?:\.html?)?\/?$/, '');
}

function foldName(name: string): string {
  return name.normalize().trim().toLowerCase();
}
