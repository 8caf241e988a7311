import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/** The facts that decide which browser is used. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  /** The value of `CHROMIUM_PATH`; undefined or blank if it is not set. */
  readonly chromiumPath?: string | undefined;
  /** The path of Playwright's own Chromium, if Playwright supports this system. */
  readonly playwrightPath?: string | undefined;
  readonly isRoot: boolean;
  readonly hasFile: (path: string) => boolean;
};

/** Commands that install a browser, each as program and arguments. */
export type Installation = readonly (readonly [program: string, ...args: string[]])[];

const LINUX_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const APT = '/usr/bin/apt-get';

const NOTHING_WORKED = `No Chromium was found, and none could be installed. Install one:
  Debian          sudo apt-get install chromium
  other Linux     npx playwright install --with-deps chromium
  macOS, Windows  npx playwright install chromium
or set CHROMIUM_PATH to the program of an installed one.`;

/** The path of Chromium's program. Installs Chromium if there is none; if that fails, the error says what to install. */
export function findBrowser(): string {
  const machine = describeMachine();
  const found = chooseBrowser(machine);
  if (found !== undefined) return found;
  for (const installation of listInstallations(machine)) {
    const installed = install(installation) ? chooseBrowser(machine) : undefined;
    if (installed !== undefined) return installed;
  }
  throw new Error(NOTHING_WORKED);
}

/** The one that `CHROMIUM_PATH` names, else Playwright's own, else the system's. */
export function chooseBrowser(machine: Machine): string | undefined {
  const { chromiumPath = '', playwrightPath = '', hasFile } = machine;
  if (chromiumPath.trim() === '') return [playwrightPath, ...listSystemPaths(machine)].find(hasFile);
  if (hasFile(chromiumPath)) return chromiumPath;
  throw new Error(`CHROMIUM_PATH names ${chromiumPath}, which does not exist.`);
}

/** Installations to try, the likeliest first: the system's packages, then Playwright's download. */
export function listInstallations({ platform, isRoot, hasFile }: Machine): readonly Installation[] {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  if (platform !== 'linux' || !isRoot) return [[[process.execPath, cli, 'install', 'chromium']]];
  const download: Installation = [[process.execPath, cli, 'install', '--with-deps', 'chromium']];
  const packages: Installation = [
    [APT, 'update'],
    [APT, 'install', '-y', 'chromium'],
  ];
  return hasFile(APT) ? [packages, download] : [download];
}

function describeMachine(): Machine {
  return {
    platform: process.platform,
    chromiumPath: process.env.CHROMIUM_PATH,
    playwrightPath: findPlaywrightPath(),
    isRoot: process.getuid?.() === 0,
    hasFile: existsSync,
  };
}

/** Playwright throws on a system that it does not support. */
function findPlaywrightPath(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function listSystemPaths({ platform }: Machine): readonly string[] {
  if (platform === 'darwin') return MAC_PATHS;
  return platform === 'linux' ? LINUX_PATHS : [];
}

function install(installation: Installation): boolean {
  return installation.every(([program, ...args]) => {
    console.log(`No Chromium was found; running ${program} ${args.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, args, { stdio: 'inherit', env }).status === 0;
  });
}
