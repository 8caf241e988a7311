/**
 * The browsers that `browserslist` in package.json names can run and show everything that the site
 * sends them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSupportedBrowsers } from '../../scripts/supported-browsers.ts';
import { SCREEN_KINDS } from '../support/screen-kinds.ts';
import { createSiteNode } from '../support/site-node.ts';
import { listUnsupportedCss } from './support/unsupported-css.ts';
import { listUnsupportedHtml } from './support/unsupported-html.ts';
import { listUnsupportedJs } from './support/unsupported-js.ts';

const CLIENT = 'packages/marketing-workbench/dist/client';

/** What a browser passes over, and what its reader then has. */
const PASSED_OVER = {
  'property box-decoration-break': 'as -webkit-box-decoration-break beside it',
  'property forced-color-adjust': 'only in forced colours, which such browsers lack',
  'property orphans': 'print only',
  'property print-color-adjust': 'as -webkit-print-color-adjust beside it',
  'property resize': 'there is no text area',
  'property text-wrap': 'lines that break elsewhere',
  'property view-transition-name': 'navigation without a transition',
  'property widows': 'print only',
  'rule @page': 'print only',
  'rule @property': 'only for transitions of Tailwind’s variables',
  'selector :has': 'tables of four columns that are squeezed on a phone',
  'selector :selection': 'the browser’s own colours of a selection',
  'unit lh': 'date fields, which the site doesn’t have',
  'value break-after: avoid': 'print only',
  'value cursor: pointer': 'touch screens have no cursor',
  'value cursor: zoom-in': 'touch screens have no cursor',
  'value font-family: ui-monospace': 'the next font of the list',
  'value forced-color-adjust: none': 'only in forced colours, which such browsers lack',
  'value print-color-adjust: exact': 'as -webkit-print-color-adjust beside it',
  'value resize: vertical': 'there is no text area',
  'value text-decoration: dotted': 'a solid line',
  'value text-wrap: balance': 'lines that break elsewhere',
  'value text-wrap: pretty': 'lines that break elsewhere',
};

/** What a browser passes over in a page. */
const PASSED_OVER_IN_PAGES = {
  '<link rel="icon">': 'iOS shows the apple-touch-icon',
  '<link rel="manifest">': 'Firefox installs no site',
  '<meta name="viewport">': 'desktop browsers have no other viewport',
};

/** Members that are not those of the browser's objects, whatever their name. */
const OTHER_MEMBERS = {
  '.address': 'a field of our page records',
  '.animation': 'React: a key of its table of event names',
  '.ariaHidden': 'Radix: skips hidden parts of a notification when it reads it out; ours have none',
  '.capture': 'React: an option of its event listeners',
  '.connection': 'React: only in its development build',
  '.cssFloat': 'React: a key of its table of style names',
  '.handle': 'a field of a social profile',
  '.icon': 'a field of our categories',
  '.isError': 'TanStack Query: a field of a query',
  '.priority': 'React: a field of a preloaded style sheet',
  '.share': 'React: a key of its table of attributes',
  '.silent': 'TanStack Query: an option of a cancelled query',
  '.startViewTransition':
    'React: only for its component ViewTransition, which the site does not use',
  '.tag': 'React: a field of a fiber; ours: a tag of articles',
};

test('README.md names the browsers that the build supports', () => {
  const { safari, ios_saf: ios, firefox, chrome, edge } = readSupportedBrowsers();
  expect([safari, chrome]).toEqual([ios, edge]);
  expect(readFileSync('README.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `Safari ${safari}, Firefox ${firefox}, Chrome and Edge ${chrome}, or later`,
  );
});

test('the built scripts and style sheets need nothing that a supported browser lacks', () => {
  const found = listBuiltFiles().flatMap((file) => {
    const text = readFileSync(join(CLIENT, file), 'utf8');
    return file.endsWith('.css') ? listUnsupportedCss(text) : listUnsupportedJs(text);
  });
  // Also that no exception is left whose reason is gone.
  expect(new Set(found)).toEqual(
    new Set([...Object.keys(PASSED_OVER), ...Object.keys(OTHER_MEMBERS)]),
  );
});

test('the pages, themes and drawings that the site makes need nothing that a supported browser lacks', async () => {
  await using site = await createSiteNode({}, { isPublished: true });
  const pages = await Promise.all(
    SCREEN_KINDS.map(async ({ address }) => (await site.get(address)).text),
  );
  const linked = new Set(
    pages.flatMap((page) =>
      Array.from(
        page.matchAll(/"(\/(?:media|assets)\/[^"]+\.(?:svg|css))"/g),
        ([, url = '']) => url,
      ),
    ),
  );
  const made = [...linked].filter((url) => !listBuiltFiles().includes(url.slice(1)));
  expect(made.some((url) => /^\/assets\/theme-/.test(url))).toBe(true);
  expect(made.some((url) => url.endsWith('-wide.svg'))).toBe(true);
  const found = pages.flatMap(listUnsupportedHtml);
  for (const url of made) {
    const { text } = await site.get(url);
    found.push(...(url.endsWith('.css') ? listUnsupportedCss(text) : listUnsupportedHtml(text)));
  }
  expect(new Set(found)).toEqual(new Set(Object.keys(PASSED_OVER_IN_PAGES)));
});

test.each([
  [listUnsupportedJs, 'export const a = Map.groupBy(b, c);', ['Map.groupBy']],
  [listUnsupportedJs, "if (button.ariaExpanded !== 'true') open();", ['.ariaExpanded']],
  [
    listUnsupportedJs,
    'const { promise } = Promise.withResolvers(); /a/v.test(b);',
    ['Promise.withResolvers', 'RegExp flag v'],
  ],
  [listUnsupportedJs, 'requestIdleCallback(run);', ['requestIdleCallback']],
  [listUnsupportedJs, 'const f = (viewport) => ({ navigation: viewport.Profiler });', []],
  [listUnsupportedJs, 'if ("requestIdleCallback" in globalThis) requestIdleCallback(run);', []],
  [
    listUnsupportedJs,
    'if (a.startViewTransition === undefined) b(); else a.startViewTransition(b);',
    [],
  ],
  [listUnsupportedJs, 'list.at(-1); structuredClone(a); a.replaceAll("b", "c");', []],
  [listUnsupportedCss, 'a{color:light-dark(red,blue)}', ['function light-dark()']],
  [listUnsupportedCss, '@media (scripting:none){a{color:red}}', ['media feature scripting']],
  [listUnsupportedCss, 'a{color:red;color:color-mix(in oklab,red,blue)}', []],
  [listUnsupportedCss, 'a{&:hover{color:red}}', ['nested rules']],
  [listUnsupportedCss, 'a{.b{color:red}}', ['nested rules']],
  [listUnsupportedCss, 'a{@media print{color:red}}', ['nested rules']],
  [listUnsupportedCss, '@supports not (text-wrap:balance){a{color:red}}', []],
  [listUnsupportedCss, '@media (width>=40rem){a{height:100dvh;inset-inline:0}}', []],
  [
    listUnsupportedHtml,
    '<link rel="expect" href="#a" blocking="render">',
    ['<link blocking>', '<link rel="expect">'],
  ],
  [listUnsupportedHtml, '<p style="color:light-dark(red,blue)">a</p>', ['function light-dark()']],
  [listUnsupportedHtml, '<dialog><p inert>a</p></dialog>', []],
])('%o finds in %s: %j', (list, source, features) => {
  expect(list(source)).toEqual(features);
});

/** The files of the last build; `dist` also holds those of earlier ones. */
function listBuiltFiles(): readonly string[] {
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
    readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'),
  );
  const built = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  return [...new Set(built)].filter((file) => /\.(?:js|css)$/.test(file));
}
