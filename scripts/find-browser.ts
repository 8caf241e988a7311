import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/** The facts that decide which browser is used. */
export type Machine = {
  /** The value of `CHROMIUM_PATH`; undefined or blank if it is not set. */
  readonly chromiumPath?: string | undefined;
  /** The path of Playwright's own Chromium; empty if Playwright does not support this system. */
  readonly playwrightPath: string;
  readonly isRoot: boolean;
  readonly hasFile: (path: string) => boolean;
};

/** Commands that install a browser, each as program and arguments. */
export type Installation = readonly (readonly [program: string, ...args: string[]])[];

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

const APT = '/usr/bin/apt-get';

const NOTHING_WORKED = `No Chromium was found, and none could be installed. Install one:
  Debian          sudo apt-get install chromium
  other Linux     npx playwright install --with-deps chromium
  macOS, Windows  npx playwright install chromium
or set CHROMIUM_PATH to the program of an installed one.`;

/**
 * Returns the path of Chromium's program. Installs Chromium if there is none; if that fails, the
 * error says what to install.
 */
export function findBrowser(): string {
  const machine = describeMachine();
  const found = chooseBrowser(machine);
  if (found !== undefined) return found;
  for (const installation of listInstallations(machine)) {
    const installed = runInstallation(installation) ? chooseBrowser(machine) : undefined;
    if (installed !== undefined) return installed;
  }
  throw new Error(NOTHING_WORKED);
}

/** Returns the one that `CHROMIUM_PATH` names, else Playwright's own, else the system's. */
export function chooseBrowser({
  chromiumPath = '',
  playwrightPath,
  hasFile,
}: Machine): string | undefined {
  if (chromiumPath.trim() === '') return [playwrightPath, ...SYSTEM_PATHS].find(hasFile);
  if (hasFile(chromiumPath)) return chromiumPath;
  throw new Error(`CHROMIUM_PATH names ${chromiumPath}, which does not exist.`);
}

/**
 * Lists installations to try, the likeliest first: the system's packages, then Playwright's
 * download.
 */
export function listInstallations({ isRoot, hasFile }: Machine): readonly Installation[] {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const options = isRoot ? ['--with-deps'] : [];
  const download: Installation = [[process.execPath, cli, 'install', ...options, 'chromium']];
  const packages: Installation = [
    [APT, 'update'],
    [APT, 'install', '-y', 'chromium'],
  ];
  return isRoot && hasFile(APT) ? [packages, download] : [download];
}

function describeMachine(): Machine {
  const { CHROMIUM_PATH: chromiumPath } = process.env;
  const machine = { chromiumPath, isRoot: process.getuid?.() === 0, hasFile: existsSync };
  try {
    return { ...machine, playwrightPath: chromium.executablePath() };
  } catch {
    // Playwright throws on a system that it does not support.
    return { ...machine, playwrightPath: '' };
  }
}

function runInstallation(installation: Installation): boolean {
  return installation.every(([program, ...args]) => {
    console.log(`No Chromium was found; running ${program} ${args.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, args, { stdio: 'inherit', env }).status === 0;
  });
}
