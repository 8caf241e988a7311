import { expect, it } from 'vitest';
import { chooseBrowser, listInstallations, type Machine } from './find-browser.ts';

const OWN = '/home/reader/.cache/ms-playwright/chromium-1/chrome';
const DEBIAN = '/usr/bin/chromium';
const CHROME = '/usr/bin/google-chrome';
const NAMED = '/opt/chromium';
const APT = '/usr/bin/apt-get';

it.each([
  ['the browser in CHROMIUM_PATH', [OWN, DEBIAN, NAMED], { chromiumPath: NAMED }, NAMED],
  ["the system's if CHROMIUM_PATH is blank", [DEBIAN], { chromiumPath: ' ' }, DEBIAN],
  ["Playwright's before the system's", [OWN, DEBIAN], {}, OWN],
  ["the system's if Playwright has installed none", [CHROME], {}, CHROME],
  ["the system's if Playwright does not support it", [DEBIAN], { playwrightPath: '' }, DEBIAN],
  ['none if there is none', [], {}, undefined],
] as const)('chooses %s', (_, files, differences, path) => {
  expect(chooseBrowser(createMachine(files, differences))).toBe(path);
});

it('throws if the file that CHROMIUM_PATH names does not exist', () => {
  const machine = createMachine([OWN, DEBIAN], { chromiumPath: NAMED });
  expect(() => chooseBrowser(machine)).toThrow(
    'CHROMIUM_PATH names /opt/chromium, which does not exist.',
  );
});

it.each([
  [
    'apt-get, then Playwright with system dependencies as root',
    [APT],
    true,
    ['update', '--with-deps'],
  ],
  ['Playwright alone as root of a system without apt-get', [], true, ['--with-deps']],
  ['Playwright alone without being root', [APT], false, ['chromium']],
])('installs by %s', (_, files, isRoot, steps) => {
  const installations = listInstallations(createMachine(files, { isRoot }));
  expect(installations.map(([command]) => command?.at(command[0] === APT ? 1 : 3))).toEqual(steps);
  expect(installations.map((commands) => commands.at(-1)?.at(-1))).toEqual(
    steps.map(() => 'chromium'),
  );
});

function createMachine(files: readonly string[], differences: Partial<Machine> = {}): Machine {
  return {
    playwrightPath: OWN,
    isRoot: false,
    hasFile: (path) => files.includes(path),
    ...differences,
  };
}
