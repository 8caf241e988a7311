import { OwnerError } from '../content/owner-error.ts';
import type { CommandRun } from './create-command.ts';

/** What the package `marketing-workbench-import` exports for the commands of this one. */
export type ImportPackage = {
  readonly importCommand: CommandRun;
  /** Writes the content folder that an export of another program becomes. */
  readonly convertExport: (source: string, folder: string) => Promise<void>;
};

/** A variable, because this package is built and installed without the other one. */
const NAME: string = 'marketing-workbench-import';

export const IMPORT_USAGE =
  'import <source...> [--to <folder>] [--uploads <folder or .zip>] [--url <address of the old site>] [--kind <program>] [--example-address <old address of a text>] [--fetch] [--dry-run]';
export const IMPORT_SUMMARY =
  'writes the texts, pictures and addresses of an export of another program into a content folder';

/** Loads the package; throws an OwnerError that says how to get it if it is not installed. */
export async function loadImportPackage(): Promise<ImportPackage> {
  const module: unknown = await import(NAME).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });
  if (hasImportPackage(module)) return module.importPackage;
  throw new OwnerError(
    'Sites of other programs are read by a package of its own, which is needed once. Run: npx marketing-workbench-import <source> --to <folder>\nor install it beside this one, and run the command again: npm install marketing-workbench-import',
  );
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${NAME}'`)
  );
}

function hasImportPackage(module: unknown): module is { readonly importPackage: ImportPackage } {
  return typeof module === 'object' && module !== null && 'importPackage' in module;
}
