/**
 * Forbids files, folders and documents that have grown past what one can hold in mind. The answer to a finding
 * is to split by subject, not to squeeze lines. Tests and READMEs don't count towards a folder's size.
 */
import { posix } from 'node:path';
import { type Finding, isCode, isTest, type SourceFile } from './source-file.ts';

const FILE_LINES_MAX = 400;
const FOLDER_FILES_MAX = 30;

const DOCUMENT_LINES_MAX: readonly { pattern: RegExp; max: number }[] = [
  { pattern: /^README\.md$/, max: 100 },
  { pattern: /^(?:src|checks|scripts|tests|bench)\/.*README\.md$/, max: 12 },
  { pattern: /^docs\/decisions\/\d+-[^/]+\.md$/, max: 40 },
];

export function checkSizes(files: readonly SourceFile[]): Finding[] {
  return [
    ...files.flatMap(findLongFile),
    ...listCrowdedFolders(files.filter((file) => isSized(file) && !isTest(file))),
    ...listFoldersWithoutReadme(files),
  ];
}

function isSized(file: SourceFile): boolean {
  return isCode(file) || /^src\/.*\.css$/.test(file.path);
}

function findLongFile(file: SourceFile): Finding[] {
  const max = isSized(file)
    ? FILE_LINES_MAX
    : DOCUMENT_LINES_MAX.find(({ pattern }) => pattern.test(file.path))?.max;
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  if (max === undefined || lines <= max) return [];
  return [{ path: file.path, message: `has ${lines} lines; at most ${max}` }];
}

function listCrowdedFolders(files: readonly SourceFile[]): Finding[] {
  const byFolder = Map.groupBy(files, ({ path }) => posix.dirname(path));
  return [...byFolder].flatMap(([folder, { length }]) => {
    if (folder === '.' || length <= FOLDER_FILES_MAX) return [];
    return [
      { path: folder, message: `has ${length} files; at most ${FOLDER_FILES_MAX}, split it by subject` },
    ];
  });
}

function listFoldersWithoutReadme(files: readonly SourceFile[]): Finding[] {
  const folders = new Set(files.flatMap(({ path }) => path.match(/^src\/[^/]+(?=\/)/)?.[0] ?? []));
  const paths = new Set(files.map(({ path }) => path));
  return [...folders]
    .map((folder) => `${folder}/README.md`)
    .filter((readme) => !paths.has(readme))
    .map((path) => ({
      path,
      message: 'is missing; say what lives there, what does not, what it may import',
    }));
}
