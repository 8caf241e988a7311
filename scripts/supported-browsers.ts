import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../packages/marketing-workbench/package.json', import.meta.url);

/**
 * Returns the oldest supported version by browser, as `browserslist` in package.json has them: `{
 * safari: '16.4', … }`.
 */
export function readSupportedBrowsers(): Readonly<Record<string, string>> {
  const { browserslist }: { browserslist: readonly string[] } = JSON.parse(
    readFileSync(PACKAGE, 'utf8'),
  );
  return Object.fromEntries(
    browserslist.map((query) => {
      const [, browser, version] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
      if (browser === undefined || version === undefined)
        throw new Error(
          `package.json: browserslist takes queries such as "firefox >= 115", not "${query}"`,
        );
      return [browser, version];
    }),
  );
}

/** Names of browsers in a build target of Vite that differ from those of browserslist. */
const TARGET_NAMES: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/** Returns the value of Vite's `build.target`: `['safari16.4', …]`. */
export function listBuildTargets(): string[] {
  return Object.entries(readSupportedBrowsers()).map(
    ([browser, version]) => `${TARGET_NAMES[browser] ?? browser}${version}`,
  );
}
