/**
 * Forbids imports between parts of `src/` that `MAY_IMPORT` does not allow, and packages outside of
 * the parts they belong to. Imports go one way, so a part can be read, tested and replaced without
 * the parts above it, and code for browsers cannot reach the store. Tests may import anything. Also
 * forbids a table of ranks in ARCHITECTURE.md that differs from `MAY_IMPORT`.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type CodeFinding, isCode, isTest, type RepositoryFile } from './source-tree.ts';

/**
 * What each part may import; only parts of a lower rank. `config` reads the environment, so code
 * for browsers may not import it.
 */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['site', []],
  ['search-engine', []],
  ['config', ['site']],
  ['contract', ['site']],
  ['ui', ['site']],
  ['content', ['site', 'config']],
  ['store', ['site', 'config', 'search-engine']],
  ['search', ['store', 'search-engine', 'contract', 'site', 'config']],
  ['cards', ['ui', 'site', 'config']],
  ['screens', ['contract', 'ui', 'site']],
  ['api', ['search', 'contract', 'store', 'site', 'config']],
  ['routes', ['screens', 'contract', 'ui', 'site']],
  ['server', ['api', 'search', 'cards', 'store', 'contract', 'site', 'config']],
  ['publishing', ['command', 'content', 'search', 'store', 'site', 'config']],
  ['report', ['site']],
  ['html-to-markdown', ['content', 'site']],
  ['command', ['content', 'site', 'config']],
  ['export', ['html-to-markdown', 'content', 'site', 'config']],
  ['audit', ['report', 'content', 'search-engine', 'site', 'config']],
  [
    'desk',
    ['audit', 'report', 'export', 'command', 'publishing', 'search', 'content', 'site', 'config'],
  ],
  ['dev', ['publishing', 'content', 'store', 'contract', 'site', 'config']],
  ['app', ['routes', 'screens', 'ui', 'contract', 'site']],
]);

const BROWSER_PARTS = ['site', 'contract', 'ui', 'screens', 'routes', 'app'];
const DATABASE = /^(?:(?:node:)?sqlite|pg|pg-[\w-]+)$/;
const SERVER =
  /^(?:zod|fastify|shiki|@fastify\/[\w-]+|sharp|yaml|vite|unified|vfile|github-slugger|(?:remark|rehype|hast|mdast|unist)-[\w-]+)(?:\/|$)/;
const VIEW = /^(?:react|react-dom|wouter|@tanstack\/[\w-]+|@radix-ui\/[\w-]+)(?:\/|$)/;

export function checkImportRanks(files: readonly RepositoryFile[]): CodeFinding[] {
  return [
    ...files.filter(({ path }) => path === 'ARCHITECTURE.md').flatMap(findWrongRanks),
    ...findForbiddenImports(files),
    ...findImportsOfOtherPackages(files),
  ];
}

/** The package that imports sites takes from the engine only what the engine exports. */
function findImportsOfOtherPackages(files: readonly RepositoryFile[]): CodeFinding[] {
  return files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('packages/'))
    .flatMap(({ path, text }) => {
      const [own = ''] = /^packages\/[^/]+\//.exec(path) ?? [];
      return listImportSpecifiers(text)
        .filter(
          ({ name }) =>
            name.startsWith('.') && !posix.join(posix.dirname(path), name).startsWith(own),
        )
        .map(({ name, line }) => ({
          path,
          line,
          message: `imports ${name}; a package imports another by its name`,
        }));
    });
}

function findWrongRanks({ path, text }: RepositoryFile): CodeFinding[] {
  const rows = [...text.matchAll(/^\| (\d+) +\|(.*)\|$/gm)];
  const ranks = new Map(
    rows.flatMap(([, rank, parts = '']) =>
      [...parts.matchAll(/`src\/([\w-]+)(?:\.ts)?`/g)].map(
        ([, part = '']) => [part, Number(rank)] as const,
      ),
    ),
  );
  const unknown = [...ranks.keys()].filter((part) => !MAY_IMPORT.has(part));
  const messages = [...MAY_IMPORT].flatMap(([part, allowed]) => {
    const rank = ranks.get(part);
    if (rank === undefined) return [`gives src/${part} no rank`];
    return allowed
      .filter((other) => (ranks.get(other) ?? 0) >= rank)
      .map((other) => `gives src/${part} no higher rank than src/${other}, which it may import`);
  });
  return [
    ...unknown.map((part) => `gives a rank to src/${part}, which does not exist`),
    ...messages,
  ].map((message) => ({ path, message: `${message}; compare checks/import-ranks.ts` }));
}

function findForbiddenImports(files: readonly RepositoryFile[]): CodeFinding[] {
  return files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('src/'))
    .flatMap(({ path, text }) => {
      const part = findSourcePart(path) ?? '';
      if (part !== 'entry' && !MAY_IMPORT.has(part)) {
        return [
          { path, message: `src/${part} has no rank; add it to checks/rules/import-ranks.ts` },
        ];
      }
      return listImportSpecifiers(text).flatMap(({ name, line }) => {
        const message = findForbiddenImport(path, part, name);
        return message === undefined
          ? []
          : [{ path, line, message: `imports ${name}; ${message}` }];
      });
    });
}

/** Returns the part of `src/` that a file belongs to: its folder, `config`, `routes` or `entry`. */
function findSourcePart(path: string): string | undefined {
  const [top, second = '', third] = path.split('/');
  if (top !== 'src') return undefined;
  if (third !== undefined) return second;
  const name = second.replace(/\..*$/, '');
  return name === 'config' || name === 'routes' ? name : 'entry';
}

function listImportSpecifiers(text: string): { name: string; line: number }[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\b(?:from|import)\b\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => ({
      name,
      line: index + 1,
    })),
  );
}

function findForbiddenImport(path: string, part: string, name: string): string | undefined {
  if (!name.startsWith('.')) return findForbiddenPackage(path, part, name);
  if (!/\.(?:tsx?|mjs)$/.test(name)) return undefined;
  const target = findSourcePart(posix.join(posix.dirname(path), name));
  if (target === undefined) return 'nothing in src/ may import from outside of it';
  if (part === 'entry')
    return target === 'entry' ? "entry files don't import each other" : undefined;
  const allowed = MAY_IMPORT.get(part) ?? [];
  if (target === part || allowed.includes(target)) return undefined;
  return `${part} may import ${allowed.length === 0 ? 'no other part' : `only ${allowed.join(', ')}`}`;
}

function findForbiddenPackage(path: string, part: string, name: string): string | undefined {
  if (DATABASE.test(name) && !['store', 'search-engine'].includes(part))
    return 'only the store opens databases';
  if (VIEW.test(name) && part === 'site') return 'src/site holds pure rules, without a view';
  const isForBrowsers = BROWSER_PARTS.includes(part) || path.startsWith('src/browser.');
  return isForBrowsers && (isBuiltin(name) || SERVER.test(name))
    ? 'browsers load this file'
    : undefined;
}
