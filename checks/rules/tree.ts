/**
 * Forbids vague names, deep folders, folders of `src/` without a README, and documents that are too
 * long. A list of the files should read like a table of contents.
 */
import { posix } from 'node:path';
import { type CodeFinding, isCode, isTest, type RepositoryFile } from './source-tree.ts';

const VAGUE = /(?:^|\/)(utils|lib|helpers|common|misc|shared|core|services)(?=[/.])/;
const FOLDER_DEPTH_MAX = 2;
const FOLDER_FILES_MAX = 30;
const DOCUMENT_LINES_MAX: readonly (readonly [path: RegExp, lines: number])[] = [
  [/^README\.md$/, 100],
  [/^(?:src|packages\/[^/]+\/src|checks|scripts|tests(?!\/fixtures)|bench)\/.*README\.md$/, 12],
  [/^docs\/decisions\/\d+-[^/]+\.md$/, 40],
];

export function checkTree(files: readonly RepositoryFile[]): CodeFinding[] {
  const own = files.filter(({ path }) =>
    /^(?:src|packages|checks|scripts|tests|bench|docs)\/(?!fixtures\/)/.test(path),
  );
  return [
    ...files.flatMap(findLongDocument),
    ...own.flatMap((file) => [
      ...findVagueName(file),
      ...findDeepFile(file),
      ...findMisnamedComponent(file),
    ]),
    ...findFullFolders(own),
    ...findFoldersWithoutReadme(own),
  ];
}

function findLongDocument({ path, text }: RepositoryFile): CodeFinding[] {
  const max =
    DOCUMENT_LINES_MAX.find(([pattern]) => pattern.test(path))?.[1] ?? Number.POSITIVE_INFINITY;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines <= max ? [] : [{ path, message: `has ${lines} lines; at most ${max}` }];
}

function findVagueName({ path }: RepositoryFile): CodeFinding[] {
  const name = VAGUE.exec(path)?.[1];
  return name === undefined
    ? []
    : [{ path, message: `"${name}" is a vague name; name the subject` }];
}

function findDeepFile({ path }: RepositoryFile): CodeFinding[] {
  const depth = path.split('/').length - 2;
  if (!path.startsWith('src/') || depth <= FOLDER_DEPTH_MAX) return [];
  return [{ path, message: `is ${depth} folders deep under src/; at most ${FOLDER_DEPTH_MAX}` }];
}

/** Entry files, directly under `src/`, start a program instead of exporting a component. */
function findMisnamedComponent(file: RepositoryFile): CodeFinding[] {
  const stem = /^src\/.+\/([^/]+)\.tsx$/.exec(file.path)?.[1];
  if (stem === undefined || isTest(file)) return [];
  const name = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isExported = new RegExp(`^export .*\\b${name}\\b`, 'im').test(file.text);
  return isExported ? [] : [{ path: file.path, message: 'is not named after what it exports' }];
}

function findFullFolders(files: readonly RepositoryFile[]): CodeFinding[] {
  const counted = files.filter((file) => isCode(file) && !isTest(file));
  return [...Map.groupBy(counted, ({ path }) => posix.dirname(path))]
    .filter(([, { length }]) => length > FOLDER_FILES_MAX)
    .map(([path, { length }]) => ({
      path,
      message: `has ${length} files; at most ${FOLDER_FILES_MAX}, split it by subject`,
    }));
}

function findFoldersWithoutReadme(files: readonly RepositoryFile[]): CodeFinding[] {
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set([...paths].flatMap((path) => /^src\/[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  return [...folders]
    .filter((folder) => !paths.has(`${folder}/README.md`))
    .map((path) => ({
      path,
      message: 'has no README.md; say what lives there and what does not',
    }));
}
