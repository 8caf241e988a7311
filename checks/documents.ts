/**
 * Forbids documents that name what is not there: a path, in backticks or as a link, or an npm script. A map with
 * one wrong street is not believed. Paths with placeholders (`{slug}`, `NNN`, `*`) and generated folders (those
 * that `.gitignore` names) are left alone; so are the articles, whose links are checked when they are published.
 */
import { posix } from 'node:path';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import type { Finding, SourceFile } from './source-file.ts';
import { lineAt } from './syntax.ts';

type Named = { readonly name: string; readonly line: number; readonly candidates: readonly string[] };

const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;
const PLACEHOLDER = /\.\.\.|NNN/;
const MEDIA_TYPE = /^(?:application|font|image|text|video)\//;
const KNOWN_EXTENSION = /[\w-]\.(?:css|html|js|json|md|mjs|sh|sql|svg|ts|tsx|txt|yaml|yml)$/;
const NPM_SCRIPT = /\bnpm (?:run(?:-script)? ([\w:-]+)|(start|test)\b)/g;

const Package = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

export function checkDocuments(files: readonly SourceFile[]): Finding[] {
  const isThere = createPathTest(files);
  const { scripts, dependencies, devDependencies } = parsePackage(files);
  const packages = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  return files
    .filter(({ path }) => path.endsWith('.md') && !/^(?:content|tests\/fixtures)\//.test(path))
    .flatMap((file) => {
      const named = [...listNamedPaths(file, packages), ...listLinks(file)];
      const missing = named.filter(({ candidates }) => !candidates.some(isThere));
      return [
        ...missing.map(({ name, line }) => ({ line, message: `names ${name}, which does not exist` })),
        ...listNamedScripts(file)
          .filter(({ name }) => !Object.hasOwn(scripts, name))
          .map(({ name, line }) => ({ line, message: `names the script "${name}", which does not exist` })),
      ].map((finding) => ({ path: file.path, ...finding }));
    });
}

/** True of files, of folders that hold one, and of what is generated into a folder that git ignores. */
function createPathTest(files: readonly SourceFile[]): (path: string) => boolean {
  const paths = new Set(files.flatMap(({ path }) => [path, ...listFolders(path)]));
  const ignored = files.find(({ path }) => path === '.gitignore')?.text.split('\n') ?? [];
  const generated = ignored.filter((line) => line.endsWith('/'));
  return (path) => paths.has(path) || generated.some((folder) => `${path}/`.startsWith(folder));
}

function listFolders(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function parsePackage(files: readonly SourceFile[]) {
  const text = files.find(({ path }) => path === 'package.json')?.text ?? '{}';
  return Package.parse(JSON.parse(text));
}

/** Names in backticks, from the root of the repository or from the document's own folder. */
function listNamedPaths({ path, text }: SourceFile, packages: ReadonlySet<string>): Named[] {
  const named: Named[] = [];
  visit(unified().use(remarkParse).parse(text), 'inlineCode', ({ value, position }) => {
    const name = value.replace(/:\d+$/, '');
    const isPath = PATH.test(name) && (name.includes('/') || KNOWN_EXTENSION.test(name));
    if (!isPath || PLACEHOLDER.test(name) || MEDIA_TYPE.test(name)) return;
    if (packages.has(name.replace(/\/.*/, ''))) return;
    named.push({
      name,
      line: position?.start.line ?? 1,
      candidates: [join(name), join(posix.dirname(path), name)],
    });
  });
  return named;
}

/** Links are relative to their document. */
function listLinks({ path, text }: SourceFile): Named[] {
  const links: Named[] = [];
  visit(unified().use(remarkParse).parse(text), (node) => {
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    const name = node.url.replace(/#.*$/, '');
    if (name === '' || /^(?:[a-z]+:|\/)/.test(name)) return;
    links.push({ name, line: node.position?.start.line ?? 1, candidates: [join(posix.dirname(path), name)] });
  });
  return links;
}

function listNamedScripts({ text }: SourceFile): { name: string; line: number }[] {
  return [...text.matchAll(NPM_SCRIPT)].map((match) => ({
    name: match[1] ?? match[2] ?? '',
    line: lineAt(text, match.index),
  }));
}

function join(...parts: readonly string[]): string {
  return posix.join(...parts).replace(/\/$/, '');
}
