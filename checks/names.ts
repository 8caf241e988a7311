/**
 * Forbids names that say nothing of what is inside: folders and files called after a kind of code (`utils`,
 * `helpers`), a tree deeper than two folders under `src/`, anything but kebab-case, and a `.tsx` file that does
 * not export the component it is named after. The tree is the table of contents.
 */
import { type Finding, isCode, isTest, type SourceFile } from './source-file.ts';
import { parseSource } from './syntax.ts';

const DRAWERS: ReadonlySet<string> = new Set([
  'utils',
  'lib',
  'helpers',
  'common',
  'misc',
  'shared',
  'core',
  'services',
]);
const FOLDERS_UNDER_SRC_MAX = 2;
const NAMED_BY_US = /^(?:src|checks|scripts|tests|bench|migrations|docs)\//;
const KEBAB_CASE = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

export function checkNames(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => NAMED_BY_US.test(path) && !path.startsWith('tests/fixtures/'))
    .flatMap((file) => listFaults(file).map((message) => ({ path: file.path, message })));
}

function listFaults(file: SourceFile): string[] {
  const segments = file.path.split('/').filter((segment) => segment !== 'README.md');
  const faults = segments.flatMap((segment) => {
    if (!KEBAB_CASE.test(segment)) return [`"${segment}" is not kebab-case`];
    const name = segment.replace(/\..*$/, '');
    return DRAWERS.has(name) ? [`"${name}" says nothing of what is inside; name the subject`] : [];
  });
  const depth = file.path.split('/').length - 2;
  if (file.path.startsWith('src/') && depth > FOLDERS_UNDER_SRC_MAX) {
    faults.push(`is ${depth} folders deep under src/; at most ${FOLDERS_UNDER_SRC_MAX}`);
  }
  return isComponentFile(file) ? [...faults, ...findMissingComponent(file)] : faults;
}

/** Entry files, directly under `src/`, start a program instead of exporting a component. */
function isComponentFile(file: SourceFile): boolean {
  return /^src\/.+\/.+\.tsx$/.test(file.path) && isCode(file) && !isTest(file);
}

function findMissingComponent(file: SourceFile): string[] {
  const stem = file.path.replace(/^.*\//, '').replace('.tsx', '');
  const exported = parseSource(file)
    .module.staticExports.flatMap((statement) => statement.entries)
    .map(({ exportName }) => exportName.name);
  const camel = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/^./, (letter) => letter.toUpperCase());
  return exported.includes(pascal) || exported.includes(camel)
    ? []
    : [`exports no ${pascal}; name the file after its main export`];
}
