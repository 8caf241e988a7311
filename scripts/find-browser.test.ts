import { describe, expect, it } from 'vitest';
import { chooseBrowser, listInstallations, type Machine } from './find-browser.ts';

const OWN = '/home/reader/.cache/ms-playwright/chromium-1/chrome';
const DEBIAN = '/usr/bin/chromium';
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

describe('chooseBrowser', () => {
  it('prefers the browser in CHROMIUM_PATH', () => {
    const machine = createMachine([OWN, DEBIAN, '/opt/chromium'], { chromiumPath: '/opt/chromium' });
    expect(chooseBrowser(machine)).toBe('/opt/chromium');
  });

  it('throws if the file that CHROMIUM_PATH names does not exist', () => {
    const machine = createMachine([OWN, DEBIAN], { chromiumPath: '/opt/chromium' });
    expect(() => chooseBrowser(machine)).toThrow('CHROMIUM_PATH names /opt/chromium, which does not exist.');
  });

  it('ignores a blank CHROMIUM_PATH', () => {
    expect(chooseBrowser(createMachine([DEBIAN], { chromiumPath: ' ' }))).toBe(DEBIAN);
  });

  it("prefers Playwright's browser to the system's", () => {
    expect(chooseBrowser(createMachine([OWN, DEBIAN]))).toBe(OWN);
  });

  it.each([DEBIAN, '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])(
    'finds %s on Linux if Playwright has installed none',
    (path) => {
      expect(chooseBrowser(createMachine([path]))).toBe(path);
    },
  );

  it('looks in the applications folder on a Mac only', () => {
    expect(chooseBrowser(createMachine([DEBIAN, MAC_CHROME], { platform: 'darwin' }))).toBe(MAC_CHROME);
    expect(chooseBrowser(createMachine([MAC_CHROME]))).toBeUndefined();
  });

  it('returns undefined if there is none', () => {
    expect(chooseBrowser(createMachine([]))).toBeUndefined();
    expect(chooseBrowser(createMachine([], { playwrightPath: undefined }))).toBeUndefined();
  });
});

describe('listInstallations', () => {
  it("tries Debian's packages first as root, then Playwright with system dependencies", () => {
    const [packages, download] = listInstallations(createMachine(['/usr/bin/apt-get'], { isRoot: true }));
    expect(packages).toEqual([
      ['/usr/bin/apt-get', 'update'],
      ['/usr/bin/apt-get', 'install', '-y', 'chromium'],
    ]);
    expect(download?.[0]?.slice(2)).toEqual(['install', '--with-deps', 'chromium']);
  });

  it.each([
    { name: 'without being root', machine: createMachine(['/usr/bin/apt-get']) },
    { name: 'on a Mac', machine: createMachine([], { platform: 'darwin', isRoot: true }) },
  ])('tries Playwright only $name', ({ machine }) => {
    const installations = listInstallations(machine);
    expect(installations).toHaveLength(1);
    expect(installations[0]?.[0]?.slice(2)).toEqual(['install', 'chromium']);
  });

  it('tries Playwright only as root of a system without apt-get', () => {
    const installations = listInstallations(createMachine([], { isRoot: true }));
    expect(installations.map(([command]) => command?.slice(2))).toEqual([
      ['install', '--with-deps', 'chromium'],
    ]);
  });
});

function createMachine(files: readonly string[], differences: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    playwrightPath: OWN,
    isRoot: false,
    hasFile: (path) => files.includes(path),
    ...differences,
  };
}
