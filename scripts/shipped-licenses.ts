/** Lists what a release holds that others made, with its licenses and their texts. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type ShippedPart = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Texts of licenses and notices; empty for a package that contains none. */
  readonly texts: readonly string[];
};

/** Data in the source tree. `npm run unit -- shipped-licenses` demands an entry for each such file. */
export const SHIPPED_DATA = [
  {
    name: 'Bitter and Source Sans 3, as subsets under other names',
    files: 'packages/marketing-workbench/src/ui/fonts/*',
    license: 'OFL-1.1',
    text: 'packages/marketing-workbench/src/ui/fonts/license.txt',
  },
  {
    name: 'English words of GloVe (https://nlp.stanford.edu/projects/glove/)',
    files: 'packages/marketing-workbench/src/search/english-words.txt',
    license: 'PDDL-1.0',
    text: undefined,
  },
] as const;

/**
 * Development packages that the build puts into the files of the release, with what they depend on.
 * `npm run unit -- shipped-licenses` demands each that the browser's code imports.
 */
export const BUNDLED: readonly string[] = [
  '@expo-google-fonts/bitter',
  '@expo-google-fonts/source-sans-3',
  '@radix-ui/react-toast',
  '@sveltia/cms',
  '@tanstack/react-query',
  'echarts',
  'react',
  'react-dom',
  'regexparam',
  'wouter',
];
/** Development packages of which a few lines are copied into styles or scripts. */
const COPIED: readonly string[] = ['tailwindcss', 'vite'];

type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/**
 * Lists packages that are installed here, then data, with the texts of their licenses; `folder` is
 * the repository.
 */
export function listShippedParts(folder: string): readonly ShippedPart[] {
  const packages = listShippedPackages(folder).flatMap(([place, name, locked]): ShippedPart[] => {
    const installed = path.join(folder, place);
    // Packages for other systems are in the lock file, but not here.
    if (!existsSync(installed)) return [];
    const { version = '', license = 'unknown' } = locked;
    return [{ name, version, license, texts: readLicenseTexts(installed) }];
  });
  const data = SHIPPED_DATA.map(({ name, license, text }): ShippedPart => {
    const texts = text === undefined ? [] : [readFileSync(path.join(folder, text), 'utf8').trim()];
    return { name, version: '', license, texts };
  });
  return [...packages, ...data];
}

/** Returns the names and versions of all packages of others that ship, such as `pg@8.23.1`. */
export function listShippedVersions(folder: string): ReadonlySet<string> {
  return new Set(
    listShippedPackages(folder).map(([, name, { version }]) => `${name}@${version ?? ''}`),
  );
}

/** Lists the packages that npm installs for a running site, and those in the files of the release. */
function listShippedPackages(folder: string) {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
  );
  const bundled = findBundledPlaces(lock.packages);
  return Object.entries(lock.packages).flatMap(([place, locked]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? [];
    if (name === undefined || locked.link === true) return [];
    const ships = locked.dev !== true || bundled.has(place) || COPIED.includes(name);
    return ships ? [[place, name, locked] as const] : [];
  });
}

/** Returns the places of the bundled packages and of all that they depend on. */
function findBundledPlaces(packages: Readonly<Record<string, LockedPackage>>): ReadonlySet<string> {
  const places = new Set(BUNDLED.map((name) => `node_modules/${name}`));
  for (const place of places)
    for (const name of Object.keys(packages[place]?.dependencies ?? {})) {
      const found = findLockedPlace(packages, place, name);
      if (found !== undefined) places.add(found);
    }
  return places;
}

/** Finds the package as Node does: in the folder of the one that needs it, and then further up. */
function findLockedPlace(
  packages: Readonly<Record<string, LockedPackage>>,
  place: string,
  name: string,
): string | undefined {
  const parts = place.split('/node_modules/');
  const candidates = parts.map((_, index) =>
    [...parts.slice(0, parts.length - index), name].join('/node_modules/'),
  );
  return [...candidates, `node_modules/${name}`].find((one) => one in packages);
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:[-.].*)?$/i;

function readLicenseTexts(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim());
}

/** Lists files of the source tree that are data of others, if no entry names them. */
export function listUnnamedData(folder: string): readonly string[] {
  const named = new Set(SHIPPED_DATA.flatMap(({ files }) => globSync(files, { cwd: folder })));
  return globSync('{packages,site}/**/src/**/*.{bin,dat,gz,txt,ttf,otf,wasm,woff,woff2}', {
    cwd: folder,
  }).filter((file) => !named.has(file));
}

/** Formats the parts as a text, in which each text of a license stands once below its parts. */
export function formatLicenses(parts: readonly ShippedPart[]): string {
  const byText = Map.groupBy(parts, ({ texts }) => texts.join('\n\n'));
  const sections = Array.from(byText, ([text, some]) => {
    const names = some.map(({ name, version, license }) =>
      `${name} ${version}`.trim().concat(` (${license})`),
    );
    return `${names.join('\n')}\n\n${text === '' ? 'The package contains no text of its license.' : text}\n`;
  });
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
}
