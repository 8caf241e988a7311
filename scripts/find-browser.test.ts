import { describe, expect, it } from 'vitest';
import { chooseBrowser, listInstallations, type Machine } from './find-browser.ts';

const OWN = '/home/reader/.cache/ms-playwright/chromium-1/chrome';
const DEBIAN = '/usr/bin/chromium';
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

describe('chooseBrowser', () => {
  it('takes the one that CHROMIUM_PATH names before any other', () => {
    const machine = createMachine([OWN, DEBIAN, '/opt/chromium'], { chromiumPath: '/opt/chromium' });
    expect(chooseBrowser(machine)).toBe('/opt/chromium');
  });

  it('says so where CHROMIUM_PATH names nothing, and takes no other', () => {
    const machine = createMachine([OWN, DEBIAN], { chromiumPath: '/opt/chromium' });
    expect(() => chooseBrowser(machine)).toThrow(
      'CHROMIUM_PATH names /opt/chromium, and there is no such file.',
    );
  });

  it('counts a blank CHROMIUM_PATH as unset', () => {
    expect(chooseBrowser(createMachine([DEBIAN], { chromiumPath: ' ' }))).toBe(DEBIAN);
  });

  it("prefers Playwright's own to the system's", () => {
    expect(chooseBrowser(createMachine([OWN, DEBIAN]))).toBe(OWN);
  });

  it.each([DEBIAN, '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])(
    'finds %s on Linux where Playwright has installed none',
    (path) => {
      expect(chooseBrowser(createMachine([path]))).toBe(path);
    },
  );

  it('looks among the applications of a Mac, and there only', () => {
    expect(chooseBrowser(createMachine([DEBIAN, MAC_CHROME], { platform: 'darwin' }))).toBe(MAC_CHROME);
    expect(chooseBrowser(createMachine([MAC_CHROME]))).toBeUndefined();
  });

  it('finds none where none is', () => {
    expect(chooseBrowser(createMachine([]))).toBeUndefined();
    expect(chooseBrowser(createMachine([], { playwrightPath: undefined }))).toBeUndefined();
  });
});

describe('listInstallations', () => {
  it("asks Debian's packages first as root, then Playwright with all that its browser needs", () => {
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
  ])('asks Playwright alone $name', ({ machine }) => {
    const installations = listInstallations(machine);
    expect(installations).toHaveLength(1);
    expect(installations[0]?.[0]?.slice(2)).toEqual(['install', 'chromium']);
  });

  it('asks Playwright alone as root of a system without apt-get', () => {
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
