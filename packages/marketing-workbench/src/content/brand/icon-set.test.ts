import { expect, test } from 'vitest';
import { findIcon } from './icon-set.ts';

test.each(['SiGoogle', 'SiFacebook', 'MdEmail', 'BiSearch'])(
  'the icon %s of the specification is drawn here',
  async (name) => {
    expect(await findIcon(name)).toEqual({
      kind: 'found',
      body: expect.stringMatching(/^<path fill="currentColor" fill-rule="evenodd" d="M[^"]+"\/>$/),
    });
  },
);

test.each([
  'BiStore',
  'BiSolidStore',
  'BiLogoEtsy',
  'SiEtsy',
  'SiLinkedin',
  'SiX',
  'SiBluesky',
  'BiSearchAlt',
])('the icon set has %s, in the colour of the text around it', async (name) => {
  expect(await findIcon(name)).toEqual({
    kind: 'found',
    body: expect.stringContaining('currentColor'),
  });
});

test.each(['BiStoer', 'SiFacebok', 'MdStore', 'FaStore', 'LiaStoreSolid'])(
  'for the unknown name %s it says which names there are',
  async (name) => {
    const names = expect.arrayContaining(['BiStore', 'BiSolidStore', 'BiLogoEtsy', 'SiFacebook']);
    expect(await findIcon(name)).toEqual({ kind: 'unknown', names });
  },
);

test.each(['fa-solid fa-store', 'icon-store', 'Bistro', 'simple'])(
  '%j is the name of a class',
  async (name) => {
    expect(await findIcon(name)).toEqual({ kind: 'class' });
  },
);

test('no icon can do anything but show shapes', async () => {
  const { icons } = await import('@iconify-json/bx');
  const { icons: logos } = await import('@iconify-json/simple-icons');
  const bodies = [...Object.values(icons.icons), ...Object.values(logos.icons)].map(
    ({ body }) => body,
  );
  expect(bodies.length).toBeGreaterThan(5000);
  const elements = new Set(
    bodies.flatMap((body) => Array.from(body.matchAll(/<(\w+)/g), ([, name]) => name)),
  );
  expect([...elements].sort()).toEqual(['circle', 'ellipse', 'path', 'rect']);
  expect(bodies.filter((body) => /href|url\(|style|\bon\w+=/.test(body))).toEqual([]);
});
