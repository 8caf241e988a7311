import { listArchives } from '../archives.ts';
import { joinPath } from '../permalinks.ts';
import { type OldPage, type Program, readFileName, type SourceTextFile } from './page.ts';
import { findFirstText } from './read-values.ts';
import { listLiterals, type SiteConfig } from './site-config.ts';
import { listTermArchives } from './term-archives.ts';

const USUAL_FOLDERS = [
  'content/blog',
  'content/posts',
  'content/articles',
  'content',
  'src/posts',
  'src/content',
  'posts',
  'blog',
];

export function createGatsby(config: SiteConfig): Program {
  const folders = listTextFolders(config);
  const prefixes = listAddressPrefixes(config);
  return {
    findPage: (file) => findGatsbyPage(file, folders, prefixes),
    staticFolders: ['static', 'src', 'content', ''],
    listArchives: (terms) => [
      ...listTermArchives(terms, { category: ['categories', 'category'], tag: ['tags', 'tag'] }),
      ...listArchives('home', ['/blog/']),
      ...listArchives('feed', ['/rss.xml']),
    ],
  };
}

/**
 * Lists the folders that gatsby-source-filesystem reads, as in `${__dirname}/content/blog`, the
 * deepest first.
 */
function listTextFolders({ code }: SiteConfig): readonly string[] {
  const written = [...code.matchAll(/__dirname\s*(?:\}\s*)?(?:\+\s*)?[,/"'`]*([\w/-]+)/g)].map(
    ([, path = '']) => path,
  );
  const paths = [...written, ...listLiterals(code, 'path')].map((path) =>
    path.replace(/^\$\{__dirname\}/, '').replace(/^\.?\/+|\/+$/g, ''),
  );
  const folders = paths.filter(
    (path) => path !== '' && !/images?$|assets$|^src$|^static$/.test(path),
  );
  return [...new Set([...folders, ...USUAL_FOLDERS])].toSorted(
    (one, other) => other.length - one.length,
  );
}

/** Lists the prefixes that gatsby-node.js puts before the addresses of texts. */
function listAddressPrefixes({ code }: SiteConfig): readonly string[] {
  const found = Array.from(
    code.matchAll(/["'`]\/(blog|posts?|articles?)\/?(?:\$\{|["'`]\s*\+|["'`])/g),
    ([, name = '']) => name,
  );
  return [...new Set(found)];
}

function findGatsbyPage(
  file: SourceTextFile,
  folders: readonly string[],
  prefixes: readonly string[],
): OldPage | undefined {
  if (!/\.(?:mdx?|markdown)$/i.test(file.path)) return undefined;
  const isRoute = file.path.startsWith('src/pages/');
  const folder = isRoute ? 'src/pages' : folders.find((one) => file.path.startsWith(`${one}/`));
  if (folder === undefined) return undefined;
  const route = file.path
    .slice(folder.length + 1)
    .replace(/\.\w+$/, '')
    .replace(/(?:^|\/)index$/, '');
  const written = findFirstText(file.values, 'path', 'slug', 'permalink', 'url');
  const address = joinPath(URL.parse(written)?.pathname ?? (written || route), '/');
  const last = address.replace(/\/$/, '').split('/').at(-1) ?? '';
  const others = isRoute ? [] : prefixes.map((prefix) => joinPath(prefix, address));
  return {
    kind: file.date === undefined && !/blog|post|article/i.test(folder) ? 'page' : 'post',
    slug: readFileName(last).words || 'home',
    addresses: [address, ...others],
  };
}
