/**
 * Forbids packages of the running site, direct or not, whose license does not let an MIT-licensed
 * product be passed on with them, such as the GPL, and packages whose license is not known. The
 * licenses are those of `package-lock.json`.
 */
import type { CodeFinding, RepositoryFile } from './source-tree.ts';

/** They ask for notices at most. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/**
 * Libraries that stay files of their own, which anybody may replace: that is what the LGPL asks
 * for.
 */
const SEPARATE_LIBRARIES: readonly (readonly [name: RegExp, license: string])[] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
];

export function checkLicenses(files: readonly RepositoryFile[]): CodeFinding[] {
  const lock = files.find(({ path }) => path === 'package-lock.json');
  if (lock === undefined) return [];
  return listPackages(lock.text).flatMap(({ place, license }) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (license !== undefined && mayShip(name, license)) return [];
    const what = license === undefined ? 'no license' : `the license ${license}`;
    const message = `${name} has ${what}; use another package, or a license of checks/rules/licenses.ts`;
    return [{ path: lock.path, message }];
  });
}

/** Returns whether a package of this name may be passed on under its license, an SPDX expression. */
export function mayShip(name: string, license: string): boolean {
  return isSatisfied(
    license,
    (one) =>
      ALLOWED.has(one) ||
      SEPARATE_LIBRARIES.some(([pattern, allowed]) => one === allowed && pattern.test(name)),
  );
}

/** Returns all that `npm install --omit=dev` may install. */
function listPackages(
  text: string,
): { readonly place: string; readonly license: string | undefined }[] {
  const lock: { readonly packages?: Readonly<Record<string, Readonly<Record<string, unknown>>>> } =
    JSON.parse(text);
  return (
    Object.entries(lock.packages ?? {})
      // Others are the packages of this repository, and links to them.
      .filter(([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link)
      .map(([place, { license }]) => ({
        place,
        license: typeof license === 'string' ? license : undefined,
      }))
  );
}

/**
 * Evaluates an SPDX expression, such as `(MIT OR GPL-2.0-only) AND Zlib`, in which `AND` binds more
 * strongly.
 */
function isSatisfied(expression: string, isAllowed: (license: string) => boolean): boolean {
  const inner = /\(([^()]*)\)/.exec(expression);
  if (inner !== null) {
    const [group, content = ''] = inner;
    const value = isSatisfied(content, isAllowed) ? '0BSD' : 'refused';
    return isSatisfied(expression.replace(group, value), isAllowed);
  }
  return expression
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => isAllowed(one.trim())));
}
