import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { findBrowser } from './find-browser.ts';

/** What the tests of browser engines run on. */
export type FoundEngines = {
  /** The path of the program. */
  readonly chromium: string;
  /** The path of the program; undefined if there is none. */
  readonly firefox: string | undefined;
  /** Whether this machine has WebKitGTK, as Debian packages it. */
  readonly webkit: boolean;
};

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT = [
  '/usr/bin/WebKitWebDriver',
  // Runs the program that shows the pages, with its binding to WebKit, on a display without a
  // screen.
  '/usr/bin/gjs',
  '/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib',
  '/usr/bin/Xvfb',
];
/** Debian's packages. */
const PACKAGES = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb'],
} as const;
const APT = '/usr/bin/apt-get';

type OtherEngine = keyof typeof PACKAGES;

/**
 * Finds Chromium, Firefox and WebKit. As root of a Debian system it installs those that are
 * missing.
 */
export function findOrInstallEngines(): FoundEngines {
  for (const name of listUninstalledEngines()) installPackages(PACKAGES[name]);
  return { chromium: findBrowser(), firefox: findFirefox(), webkit: hasWebKit() };
}

/** Returns a line for each engine that this machine does not have, with what to install. */
export function listMissingEngines(): readonly string[] {
  return listUninstalledEngines().map(
    (name) =>
      `The tests did not run in ${name}. On Debian: apt-get install ${PACKAGES[name].join(' ')}`,
  );
}

function listUninstalledEngines(): readonly OtherEngine[] {
  return [
    ...(findFirefox() === undefined ? ['Firefox' as const] : []),
    ...(hasWebKit() ? [] : ['WebKit' as const]),
  ];
}

function findFirefox(): string | undefined {
  return FIREFOX.find((path) => existsSync(path));
}

function hasWebKit(): boolean {
  return WEBKIT.every((pattern) => globSync(pattern).length > 0);
}

function installPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  // The list of packages may be old, so a failed update is no reason to stop.
  spawnSync(APT, ['update'], options);
  spawnSync(APT, ['install', '-y', '--no-install-recommends', ...packages], options);
}
