import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';

const SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const draw = (inner: string) =>
  `<svg ${SPACES} viewBox="0 0 360 200"><rect width="9" height="9"/>${inner}</svg>`;
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';

async function clean(source: string | Uint8Array) {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const cleaned = await cleanSvg(bytes);
  if (cleaned.kind === 'refused') return cleaned.message;
  return {
    isSame: cleaned.bytes === bytes,
    text: Buffer.from(cleaned.bytes).toString(),
    dropped: cleaned.dropped,
  };
}

test('the drawings of this repository stay byte for byte as they are', async () => {
  const files = globSync('{site/content,tests/fixtures}/**/*.svg', {
    cwd: path.join(import.meta.dirname, '../../../../..'),
  });
  expect(files.length).toBeGreaterThan(190);
  for (const file of files)
    expect([file, await clean(readFileSync(file))]).toMatchObject([
      file,
      { isSame: true, dropped: [] },
    ]);
});

test.each([
  [
    '<linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><rect fill="url(#a)" style="stroke:url(&quot;#a&quot;)"/>',
  ],
  [
    '<linearGradient id="a"/><linearGradient id="b" xlink:href="#a" gradientTransform="rotate(9)"/><rect fill="url(\'#b\')"/>',
  ],
  [
    '<style>.a{fill:url(#a);transform:translate(1px,2px)}@media (prefers-color-scheme:dark){.a{fill:#fff}}@keyframes b{to{opacity:0}}</style>',
  ],
  [
    '<style type="text/css"><![CDATA[ text > tspan { font-family: \'Source Sans 3\', sans-serif } ]]></style>',
  ],
  ['<style>@font-face{font-family:a;src:url(data:font/woff2;base64,AAAA) format("woff2")}</style>'],
  [
    `<image href="${PIXEL}" width="9" height="9"/><image xlink:href=" ${PIXEL}" width="9" height="9"/>`,
  ],
  [
    '<defs><g id="a"><path d="M0 0h9"/></g><symbol id="b"><use href="#a"/></symbol></defs><use xlink:href="#b" x="9"/>',
  ],
  [
    '<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="2" dy="2" stdDeviation="3 4" flood-opacity=".3"/></filter><rect filter="url(#s)"/>',
  ],
  [
    '<filter id="n"><feTurbulence baseFrequency=".9" numOctaves="4"/><feMerge><feMergeNode in="SourceGraphic"/></feMerge></filter>',
  ],
  [
    '<marker id="m" orient="auto" refX="1"><circle r="1"/></marker><path marker-mid="url(#m)" d="M0 0L1 1L2 2L3 3"/>',
  ],
  [
    '<clipPath id="c"><rect width="9" height="9"/></clipPath><mask id="k"><rect/></mask><g clip-path="url(#c)" mask="url(#k)"/>',
  ],
  [
    '<circle r="1"><animate attributeName="r" values="1;2;1" dur="1s" repeatCount="indefinite"/><animateTransform attributeName="transform" type="rotate" to="9"/></circle>',
  ],
  [
    '<text y="9" xml:space="preserve" lang="de" class="a" data-name="b" aria-label="c">a &amp; <tspan>b</tspan></text><title>T</title><desc>D</desc>',
  ],
  ['<a href="#part"><text y="9">x</text></a><view id="part" viewBox="0 0 9 9"/>'],
  ['<rect style="fill:var(--color-accent);--a:1px;filter:blur(2px) drop-shadow(0 0 3px red)"/>'],
  ['<!-- a <script> in a comment --><switch><text systemLanguage="en">x</text></switch>'],
])('%s stays as it is', async (inner) => {
  expect(await clean(draw(inner))).toEqual({ isSame: true, text: draw(inner), dropped: [] });
});

test.each([
  [
    'a DOCTYPE without entities',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd">${draw('')}`,
  ],
  [
    'data of an editor',
    draw('<metadata><a/></metadata>').replace(
      '<svg',
      '<svg xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:version="1"',
    ),
  ],
  ['UTF-16', Buffer.from(`\uFEFF${draw('')}`, 'utf16le')],
])('%s is left out without a word', async (_, source) => {
  const written =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200"><rect width="9" height="9"/></svg>';
  expect(await clean(source)).toEqual({ isSame: false, text: written, dropped: [] });
});

test('what is left out is named with its number, and all else remains', async () => {
  const source = draw(
    '<script>a</script><g onclick="a" fill="red"><script/></g><style>@import "a";b{fill:red}</style>',
  );
  expect(await clean(source)).toMatchObject({
    text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200"><rect width="9" height="9"/><g fill="red"/><style>b{fill:red}</style></svg>',
    dropped: ['<script> (2 times)', 'onclick at <g>', '@import'],
  });
});

const repeat = (count: number, create: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => create(index)).join('');

test.each([
  ['a filter with width 5000%', '<filter id="f" width="5000%"><feFlood/></filter>'],
  [
    'a filter with stdDeviation 500',
    '<filter id="f"><feGaussianBlur stdDeviation="1 500"/></filter>'.replace('1 500', '500'),
  ],
  ['a filter with numOctaves 200', '<filter id="f"><feTurbulence numOctaves="200"/></filter>'],
  ['a filter with radius 500', '<filter id="f"><feMorphology radius="500"/></filter>'],
  ['a filter with order 50', '<filter id="f"><feConvolveMatrix order="50"/></filter>'],
  ['a filter with 31 steps', `<filter id="f">${'<feFlood/>'.repeat(31)}</filter>`],
  [
    '<animate> of stdDeviation',
    '<filter id="f"><feGaussianBlur><animate attributeName="stdDeviation" to="900"/></feGaussianBlur></filter>',
  ],
  ['filter', '<rect style="filter:blur(900px)"/>'],
  ['filter at <rect>', '<rect filter="blur(900px)"/>'],
  ['filter', `<rect style="filter:${'blur(1px) '.repeat(11)}"/>`],
])('%s is left out, and the drawing shows without it', async (dropped, inner) => {
  const cleaned = await clean(draw(`${inner}<rect width="8" height="8" filter="url(#f)"/>`));
  expect(cleaned).toMatchObject({ dropped: [dropped] });
});

test.each([
  [
    'use of uses',
    `<rect id="u0"/>${repeat(9, (n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(9)}</g>`)}`,
  ],
  [
    'patterns of patterns',
    repeat(9, (n) => `<pattern id="p${n}">${`<rect fill="url(#p${n + 1})"/>`.repeat(9)}</pattern>`),
  ],
  [
    'masks in a style sheet',
    `<style>${repeat(9, (n) => `.a${n}{mask:url(#m${n + 1})}`)}</style>${repeat(9, (n) => `<mask id="m${n}">${`<rect class="a${n}"/>`.repeat(9)}</mask>`)}`,
  ],
  [
    'markers of a long path',
    `<marker id="m">${'<path d="M0 0"/>'.repeat(99)}</marker><path marker-mid="url(#m)" d="M${'1 1 '.repeat(9_000)}"/>`,
  ],
  [
    'filters of many elements',
    `<filter id="f">${'<feFlood/>'.repeat(30)}</filter>${'<rect filter="url(#f)"/>'.repeat(900)}`,
  ],
])('%s that multiply are refused', async (_, inner) => {
  expect(await clean(draw(inner))).toBe(
    'draws its parts more than 200000 times in all; write fewer repetitions',
  );
});

test.each([
  ['is nested more than 100 levels deep; ungroup it', draw('<g>'.repeat(100) + '</g>'.repeat(100))],
  ['has more than 20000 elements; simplify it', draw('<g/>'.repeat(20_000))],
  [
    'is an SVG of more than 500 kB; simplify it or save it as PNG',
    draw(`<!--${'a'.repeat(500_000)}-->`),
  ],
  [
    'has a chain of too many references; write the parts themselves',
    draw(repeat(9_000, (n) => `<use id="u${n}" href="#u${n + 1}"/>`)),
  ],
  [
    'shows nothing without <foreignObject>; save it as PNG',
    `<svg ${SPACES}><foreignObject><rect xmlns="http://www.w3.org/2000/svg"/></foreignObject></svg>`,
  ],
])('an SVG that %s is refused', async (message, source) => {
  expect(await clean(source)).toBe(message);
});

const HOSTILE_RUNS = [
  '<',
  '&',
  '"',
  "'",
  '{',
  '}',
  '(',
  ')',
  ';',
  ':',
  '@',
  '\\',
  '/*',
  '*/',
  'url(',
  'a,',
  '.a{',
  '[',
  ' ',
  '\n',
  '#',
  '-->',
  ']]',
  '%',
  '!',
  'u\\72l(',
  '@media{',
  'var(--a,',
  '"\n',
];

test.each(HOSTILE_RUNS)(
  'style sheets, values and texts with runs of %j are cleaned within the limit of a text',
  async (unit) => {
    const run = unit
      .repeat(400_000 / unit.length)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;');
    for (const inner of [
      `<style>${run}</style>`,
      `<rect style="${run}"/>`,
      `<rect fill="(${run}"/>`,
      `<text>${run.replaceAll('>', '&gt;')}</text>`,
      `<g transform="${run}" d="${run.slice(0, 9)}"/>`,
    ])
      expect(await clean(draw(inner.replaceAll(']]>', ']]&gt;')))).not.toBe(
        'takes more than 5 s to compile; split it, or reduce what is nested or repeated very often',
      );
  },
);
