import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { build } from 'rolldown';
import { transformSync } from 'rolldown/utils';

type ModuleSet = {
  /** The folder of a package: its `src` becomes its `lib`. */
  readonly folder: string;
  /** Modules that are loaded by name; patterns below `src`. All that they import is written too. */
  readonly entries: readonly string[];
  /** Files that modules read at run time; patterns below `src`. */
  readonly files?: readonly string[];
};

/**
 * Writes each TypeScript module that the entries reach as JavaScript at the same place below `lib`:
 * Node does not strip types below `node_modules`. Throws with the place of a syntax error.
 */
export function writeModules({ folder, entries, files = [] }: ModuleSet): void {
  const [source, target] = [join(folder, 'src'), join(folder, 'lib')];
  rmSync(target, { recursive: true, force: true });
  const waiting = globSync([...entries], { cwd: source }).filter((path) => !isLeftOut(path));
  const written = new Set<string>();
  for (const path of waiting) {
    if (written.has(path)) continue;
    written.add(path);
    const code = stripTypes(join(source, path));
    write(join(target, path.replace(/\.ts$/, '.js')), code.replaceAll(MODULE, '$1.js"'));
    for (const [, before = ''] of code.matchAll(MODULE))
      waiting.push(join(dirname(path), `${before.replace(/^.*"/, '')}.ts`));
  }
  for (const path of globSync([...files], { cwd: source })) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(source, path), join(target, path));
  }
}

/** The name of an own module, after `from` or `import`, as the code generator writes it. */
const MODULE = /((?:\bfrom |\bimport\(|\bimport )"\.{1,2}\/[^"]+)\.ts"/g;

const isLeftOut = (path: string) => path.includes('.test.') || path.endsWith('.d.ts');

function stripTypes(file: string): string {
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    sourceType: 'module',
    typescript: { onlyRemoveTypeImports: true },
  });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return code;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Replaces a module of `lib` by a bundle of it and of the package named `library`, of which it uses
 * a small part.
 */
export async function bundleModule(
  { folder }: Pick<ModuleSet, 'folder'>,
  path: string,
  library: RegExp,
): Promise<void> {
  await build({
    input: join(folder, 'src', path),
    platform: 'node',
    external: (name) => !name.startsWith('.') && !isAbsolute(name) && !library.test(name),
    output: { file: join(folder, 'lib', path.replace(/\.ts$/, '.js')), minify: true },
    logLevel: 'warn',
  });
}

/**
 * Copies the typefaces that a fontconfig file names to a folder beside its copy, which then names
 * that folder: packages are elsewhere where the program is installed.
 */
export function copyTypefaces(source: string, target: string): void {
  const folder = join(dirname(target), 'typefaces');
  const settings = readFileSync(source, 'utf8');
  const named = [...settings.matchAll(/<dir prefix="relative">([^<]+)<\/dir>\s*/g)];
  mkdirSync(folder, { recursive: true });
  for (const [, path = ''] of named) {
    const typefaces = globSync(join(dirname(source), path, '*.ttf'));
    if (typefaces.length === 0) throw new Error(`${source} names ${path}, which has no typeface.`);
    for (const typeface of typefaces) copyFileSync(typeface, join(folder, basename(typeface)));
  }
  write(
    target,
    named.reduce(
      (text, [whole], index) =>
        text.replace(whole, index === 0 ? '<dir prefix="relative">typefaces</dir>\n  ' : ''),
      settings,
    ),
  );
}
