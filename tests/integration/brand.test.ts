import sharp from 'sharp';
import { expect } from 'vitest';
import { DEFAULT_BRAND } from '../../packages/marketing-workbench/src/site/brand/brand.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { ARTICLE_ADDRESS, COMPILED_AT, writeContentFolder } from '../support/content-folder.ts';
import { getElement, listElements } from '../support/html-search.ts';
import { readMeta } from '../support/page.ts';
import { createTestSite, test } from '../support/test-site.ts';

const LOGO = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#123456"/></svg>';
const SITE_YAML = `
name: Corner Bakery School
domain: bakery.example
colours:
  accent: "#0a7d4f"
  paper: "#ffffff"
headings: sans
corners: square
`;
/** Black, white and what is the same on every site. */
const OWN_COLOURS = [DEFAULT_BRAND.palette.colours, DEFAULT_BRAND.palette.themes]
  .flatMap((colours) => Object.values<{ readonly light: string; readonly dark: string }>(colours))
  .flatMap(({ light, dark }) => [light, dark])
  .filter((colour) => colour !== '#ffffff');

async function createBrandedSite(files: Readonly<Record<string, string>> = {}) {
  const folder = await writeContentFolder({ 'site.yaml': SITE_YAML, 'logo.svg': LOGO, ...files });
  const { records, problems } = await compileFolder(folder, COMPILED_AT);
  expect(problems).toEqual([]);
  return createTestSite({ records });
}

test('a site of another brand has its colours, its logo and its typeface, and none of the built-in ones', async () => {
  await using site = await createBrandedSite();
  const { root } = await site.page(ARTICLE_ADDRESS);
  const [theme = ''] = listElements(root, 'link', { rel: 'stylesheet' }).map(
    ({ attributes }) => attributes.href,
  );
  const { body, headers } = await site.get(theme);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(body).toContain('--color-accent:#0a7d4f;');
  expect(body).toContain('--color-paper:#ffffff;');
  expect(body).toContain('--font-serif:var(--font-sans);--radius-sm:0;');
  expect(decodeURIComponent(body)).toContain('<path d="M0 0h9v9H0z" fill="#123456"/>');
  for (const colour of OWN_COLOURS) expect(decodeURIComponent(body)).not.toContain(colour);
  const icon =
    getElement(root, 'link', { rel: 'icon', type: 'image/svg+xml' }).attributes.href ?? '';
  expect(decodeURIComponent(icon)).toContain('#123456');
});

test('a profile has the logo of its network, or the icon that was chosen', async () => {
  const profiles = [
    '{ name: Bluesky, url: "https://bsky.app/profile/example" }',
    '{ name: Our own forum, url: "https://forum.example/" }',
    '{ name: Telegram, url: "https://t.me/example", icon: BiLogoTelegram }',
  ];
  await using site = await createBrandedSite({
    'site.yaml': `${SITE_YAML}profiles: [${profiles.join(', ')}]`,
  });
  const { root } = await site.page('/');
  const links = listElements(root, 'a', { rel: 'me noopener external' });
  const icons = links.map((link) =>
    listElements(link, 'i').map(({ attributes }) => attributes.class?.split(' ')[1]),
  );
  expect(icons).toEqual([['SiBluesky'], [], ['BiLogoTelegram']]);
  const [theme = ''] = listElements(root, 'link', { rel: 'stylesheet' }).map(
    ({ attributes }) => attributes.href,
  );
  const { body } = await site.get(theme);
  for (const icon of icons.flat())
    expect(body).toContain(`.${icon}{--icon:url("data:image/svg+xml,`);
});

test('all icons are drawn from the logo', async () => {
  await using site = await createBrandedSite();
  for (const name of [
    'apple-touch-icon.png',
    'feed-icon.png',
    'icon-192.png',
    'icon-512.png',
    'icon-maskable.png',
  ]) {
    const { rawPayload, headers } = await site.get(`/${name}`);
    expect([headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
      'image/png',
      'cross-origin',
    ]);
    const { info, data } = await sharp(rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = 3 * (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2));
    expect([name, data.toString('hex', middle, middle + 3)]).toEqual([name, '123456']);
  }
  expect((await site.get('/favicon.svg')).body).toContain('#123456');
});

test('the manifest names the site, its colours and icons that exist', async () => {
  await using site = await createBrandedSite();
  const { root } = await site.page('/');
  const { body, headers } = await site.get(
    getElement(root, 'link', { rel: 'manifest' }).attributes.href ?? '',
  );
  expect(headers['content-type']).toBe('application/manifest+json');
  const { icons, ...manifest } = JSON.parse(body);
  expect(manifest).toMatchObject({
    name: 'Corner Bakery School',
    lang: 'en',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: '#ffffff',
    background_color: '#ffffff',
  });
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    'any',
    'any',
    'maskable',
  ]);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp((await site.get(src)).rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('another look has another theme and other cards; the old theme’s address answers with the new one', async () => {
  const readLook = async (files: Readonly<Record<string, string>>) => {
    await using site = await createBrandedSite(files);
    const { root } = await site.page(ARTICLE_ADDRESS);
    const [theme = ''] = listElements(root, 'link', { rel: 'stylesheet' }).map(
      ({ attributes }) => attributes.href,
    );
    const { body, headers } = await site.get('/assets/theme-0123456789abcdef.css');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toBe((await site.get(theme)).body);
    return [theme, readMeta(root, 'og:image')];
  };
  const looks = await Promise.all([
    readLook({}),
    readLook({ 'logo.svg': LOGO.replace('123456', '654321') }),
    readLook({ 'site.yaml': SITE_YAML.replace('0a7d4f', '7d0a4f') }),
    readLook({ 'site.yaml': SITE_YAML.replace('sans', 'serif') }),
  ]);
  expect(new Set(looks.flat()).size).toBe(2 * looks.length);
});

test('with a broken store the theme is the last one', async () => {
  await using site = await createBrandedSite();
  const { root } = await site.page('/');
  const [theme = ''] = listElements(root, 'link', { rel: 'stylesheet' }).map(
    ({ attributes }) => attributes.href,
  );
  site.store.close();
  expect((await site.get(theme)).body).toContain('#0a7d4f');
});

test('before the first publication the theme is the built-in one', async () => {
  await using site = await createTestSite({ records: [] });
  expect((await site.get('/assets/theme-default.css')).body).toContain(
    DEFAULT_BRAND.palette.colours.accent.light,
  );
});
