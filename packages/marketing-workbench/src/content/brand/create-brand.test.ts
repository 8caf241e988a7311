import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '../../site/brand/brand.ts';
import { createBrand, hashBrand } from './create-brand.ts';

const THEMES = Object.fromEntries(
  Object.keys(DEFAULT_BRAND.palette.themes).map((slug) => [slug, undefined]),
);
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#0a7d4f"/></svg>';

test('without settings a site has the brand of the specification', async () => {
  const { brand, icons, advice } = await createBrand({ themes: THEMES });
  expect({ ...brand, icons: {} }).toEqual(DEFAULT_BRAND);
  expect(Object.values(brand.icons).toSorted()).toEqual(icons.map(({ name }) => name).toSorted());
  expect(brand.icons['favicon.ico']).toMatch(/^[0-9a-f]{16}-favicon\.ico$/);
  expect(advice).toEqual([]);
});

test('with an accent and a logo, nothing of the built-in look remains', async () => {
  const { brand, icons } = await createBrand({
    colours: { accent: '#0a7d4f' },
    themes: THEMES,
    logo: LOGO,
  });
  const { icons: defaultIcons } = await createBrand({ themes: THEMES });
  const shown = JSON.stringify(brand);
  for (const { light, dark } of Object.values(DEFAULT_BRAND.palette.colours)) {
    for (const colour of [light, dark].filter((each) => each !== '#ffffff'))
      expect(shown).not.toContain(colour);
  }
  for (const { light, dark } of Object.values(DEFAULT_BRAND.palette.themes)) {
    expect(shown).not.toContain(light);
    expect(shown).not.toContain(dark);
  }
  const names = new Set(defaultIcons.map(({ name }) => name));
  expect(icons.filter(({ name }) => names.has(name))).toEqual([]);
});

test('every change of the look changes the hash', async () => {
  const looks = await Promise.all([
    createBrand({ themes: THEMES }),
    createBrand({ themes: THEMES, headings: 'sans' }),
    createBrand({ themes: THEMES, corners: 'square' }),
    createBrand({ themes: THEMES, logo: LOGO }),
    createBrand({ themes: { ...THEMES, seo: '#0a7d4f' } }),
    createBrand({ themes: THEMES, colours: { accent: '#0a7d4f' } }),
  ]);
  expect(new Set(looks.map(({ brand }) => hashBrand(brand))).size).toBe(looks.length);
});
