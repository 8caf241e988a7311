/**
 * Forbids documents that name a path, as code or as a link, or an npm script that does not exist.
 * Paths with placeholders (`{slug}`, `NNN`, `*`) and those of generated folders, which `.gitignore`
 * names, may be missing. The files that `new` copies to an owner's folder exist. The links of
 * articles are checked when they are published. Also forbids pages in `docs` that can't be reached
 * from README.md through other documents.
 */
import { posix } from 'node:path';
import { type CodeFinding, type RepositoryFile, shortenPath } from './source-tree.ts';

const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;
const NOT_A_PATH = /\.\.\.|NNN|^node_modules\/|^(?:application|font|image|text|video)\//;
const KNOWN_EXTENSION = /[\w-]\.(?:css|html|js|json|md|mjs|sh|sql|svg|ts|tsx|txt|yaml|yml)$/;

export function checkDocuments(files: readonly RepositoryFile[]): CodeFinding[] {
  const exists = createPathTest(files);
  const manifests = files
    .filter(({ path }) => /^(?:(?:packages\/[^/]+|site)\/)?package\.json$/.test(path))
    .map(({ text }) => text)
    .join('\n');
  const isQuoted = (name: string) => manifests.includes(`"${name}":`);
  const documents = files.filter(
    ({ path }) =>
      path.endsWith('.md') && !/^(?:site\/content|templates|tests\/fixtures)\//.test(path),
  );
  const unreachable = listUnreachable(documents, isQuoted);
  return [
    ...unreachable.map((path) => ({
      path,
      message: 'is not reachable from README.md; name it in docs/README.md',
    })),
    ...documents.flatMap((file) =>
      listDocumentLines(file).flatMap(({ text, line, isBlock }) => {
        const paths = isBlock ? [] : listPaths(file.path, text, isQuoted);
        const missing = paths
          .filter(({ candidates }) => !candidates.some(exists))
          .map(({ name }) => name);
        const scripts = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
          .map((match) => match[1] ?? match[2] ?? '')
          .filter((name) => !isQuoted(name))
          .map((name) => `the script "${name}"`);
        return [...missing, ...scripts].map((name) => ({
          path: file.path,
          line,
          message: `names ${name}, which does not exist`,
        }));
      }),
    ),
  ];
}

/**
 * Returns the pages directly in `docs` that can't be reached from README.md through other
 * documents.
 */
function listUnreachable(
  documents: readonly RepositoryFile[],
  isPackage: (name: string) => boolean,
): string[] {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    const document = documents.find((file) => file.path === path);
    const named = document === undefined ? [] : listPaths(path, readProse(document), isPackage);
    for (const { candidates } of named)
      for (const candidate of candidates) if (candidate.endsWith('.md')) reached.add(candidate);
  }
  return documents
    .map(({ path }) => path)
    .filter((path) => /^docs\/[^/]+$/.test(path) && !reached.has(path));
}

/**
 * Returns a test of paths. It also accepts folders that contain a file, and everything in a folder
 * that git ignores.
 */
function createPathTest(files: readonly RepositoryFile[]): (path: string) => boolean {
  const paths = new Set(files.flatMap(({ path }) => [path, ...listParentFolders(path)]));
  const generated = findFileText(files, '.gitignore')
    .split('\n')
    .filter((line) => line.endsWith('/'));
  return (path) => paths.has(path) || generated.some((folder) => `${path}/`.startsWith(folder));
}

function listParentFolders(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...listParentFolders(folder)];
}

function findFileText(files: readonly RepositoryFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? '';
}

/** Returns a document's lines, each with whether it is in a fenced block of code. */
function listDocumentLines({
  text,
}: RepositoryFile): { text: string; line: number; isBlock: boolean }[] {
  let isBlock = false;
  return text.split('\n').map((line, index) => {
    if (/^\s*```/.test(line)) isBlock = !isBlock;
    return { text: line, line: index + 1, isBlock };
  });
}

function readProse(document: RepositoryFile): string {
  const lines = listDocumentLines(document).filter(({ isBlock }) => !isBlock);
  return lines.map(({ text }) => text.replace(/^\s*```.*/, '')).join('\n');
}

/**
 * Lists paths that are written as code, from the root or from the document's folder, and the
 * targets of links, from the document's folder.
 */
function listPaths(path: string, text: string, isPackage: (name: string) => boolean) {
  // The documents of the engine are in its folder, whose name is left out.
  const fromEngine = (name: string) =>
    posix.join('packages/marketing-workbench', posix.dirname(path), name);
  const fromFolder = (name: string) =>
    [posix.join(posix.dirname(path), name), shortenPath(fromEngine(name)), fromEngine(name)].map(
      (one) => shortenPath(one).replace(/\/$/, ''),
    );
  const named = [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replace(/:\d+$/, ''))
    .filter((name) => PATH.test(name) && (name.includes('/') || KNOWN_EXTENSION.test(name)))
    .filter((name) => !NOT_A_PATH.test(name) && !isPackage(name.replace(/\/.*/, '')))
    .map((name) => ({
      name,
      candidates: [name.replace(/\/$/, ''), `templates/${name}`, ...fromFolder(name)],
    }));
  const linked = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((name) => name !== '' && !/^(?:[a-z]+:|\/)/.test(name))
    .map((name) => ({ name, candidates: fromFolder(name) }));
  return [...named, ...linked];
}
