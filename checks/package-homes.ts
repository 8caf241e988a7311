/**
 * Forbids packages outside of the parts of `src/` that they belong to: what only a server needs (Node's own
 * modules, zod, the Markdown pipeline) in code that browsers load, React in the pure rules of the site, and
 * databases anywhere but in the store, which holds all SQL.
 */
import { isBuiltin } from 'node:module';
import { type Finding, findLayer, isCode, isTest, type SourceFile } from './source-file.ts';
import { listImports } from './syntax.ts';

type Rule = {
  readonly matches: (specifier: string) => boolean;
  readonly isHome: (layer: string, path: string) => boolean;
  readonly reason: string;
};

const BROWSER_LAYERS: readonly string[] = ['contract', 'ui', 'screens', 'app', 'site', 'routes'];
const MARKDOWN = /^(?:unified|vfile|github-slugger|(?:remark|rehype|hast|mdast|unist)-[\w-]+)(?:\/|$)/;
const SERVER = /^(?:zod|fastify|@fastify\/[\w-]+|sharp|yaml|vite)(?:\/|$)/;
const REACT = /^(?:react|react-dom|react-icons|wouter|@tanstack\/[\w-]+|@radix-ui\/[\w-]+)(?:\/|$)/;
const DATABASE = /^(?:(?:node:)?sqlite|pg|pg-[\w-]+)$/;

const RULES: readonly Rule[] = [
  {
    matches: (specifier) => DATABASE.test(specifier),
    isHome: (layer) => layer === 'store',
    reason: 'databases are opened in src/store alone',
  },
  {
    matches: (specifier) => isBuiltin(specifier) || MARKDOWN.test(specifier) || SERVER.test(specifier),
    isHome: (layer, path) => !BROWSER_LAYERS.includes(layer) && !path.startsWith('src/browser.'),
    reason: 'this file is loaded by browsers',
  },
  {
    matches: (specifier) => REACT.test(specifier),
    isHome: (layer) => layer !== 'site',
    reason: 'src/site holds pure rules, which know no view',
  },
];

export function checkPackageHomes(files: readonly SourceFile[]): Finding[] {
  return files.filter((file) => isCode(file) && !isTest(file)).flatMap(checkFile);
}

function checkFile(file: SourceFile): Finding[] {
  const layer = findLayer(file.path);
  if (layer === undefined) return [];
  return listImports(file).flatMap(({ specifier, line }) => {
    const broken = RULES.find(({ matches, isHome }) => matches(specifier) && !isHome(layer, file.path));
    return broken === undefined
      ? []
      : [{ path: file.path, line, message: `imports ${specifier}; ${broken.reason}` }];
  });
}
