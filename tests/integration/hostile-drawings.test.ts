import path from 'node:path';
import { expect, test } from 'vitest';
import { formatFinding } from '../../packages/marketing-workbench/src/content/content-finding.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  writeContentFolder,
} from '../support/content-folder.ts';
import { createTestSite } from '../support/test-site.ts';

const SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const draw = (inner: string) =>
  `<svg ${SPACES} viewBox="0 0 360 200"><rect width="9" height="9"/>${inner}</svg>`;
const embed = (type: string, bytes: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const HTML = 'xmlns="http://www.w3.org/1999/xhtml"';

/** Each runs `alert(…)` or loads from evil.example in some browser, or did. */
const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  script: draw('<script>alert(1)</script>'),
  'script-cdata': draw('<script><![CDATA[alert(1)]]></script>'),
  'script-href': draw('<script href="https://evil.example/a.js"/>'),
  'script-xlink': draw('<script xlink:href="data:text/javascript,alert(1)"/>'),
  'script-upper': draw('<SCRIPT>alert(1)</SCRIPT>'),
  'script-prefix': draw('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  'script-unknown-space': draw('<svg:script xmlns:svg="urn:svg">alert(1)</svg:script>'),
  'script-html': draw(`<script ${HTML}>alert(1)</script>`),
  'script-html-prefix': draw(
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
  ),
  'script-in-metadata': draw('<metadata><script>alert(1)</script></metadata>'),
  'script-in-title': draw('<title><script>alert(1)</script></title>'),
  'script-in-style': draw('<style>a{}<script>alert(1)</script></style>'),
  'script-in-editor': draw(
    '<i:a xmlns:i="http://www.inkscape.org/namespaces/inkscape"><script>alert(1)</script></i:a>',
  ),
  'script-reference': draw('<script>&#97;lert(1)</script>'),
  onload: `<svg ${SPACES} onload="alert(1)" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`,
  onclick: draw('<rect onclick="alert(1)" width="9" height="9"/>'),
  'onload-upper': draw('<g ONLOAD="alert(1)"/>'),
  onbegin: draw('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>'),
  'onend-set': draw('<set attributeName="x" to="1" onend="alert(1)"/>'),
  onfocusin: draw('<a href="#x" tabindex="1" onfocusin="alert(1)"/>'),
  'onerror-image': draw('<image href="x" onerror="alert(1)"/>'),
  handler: draw(
    '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
  ),
  listener: draw(
    '<listener event="load" handler="#h"/><text id="h" fill="url(https://evil.example)">x</text>',
  ),
  href: draw('<a href="javascript:alert(1)"><text y="9">x</text></a>'),
  'href-xlink': draw('<a xlink:href="javascript:alert(1)"><text y="9">x</text></a>'),
  'href-other-prefix': draw(
    '<a xmlns:q="http://www.w3.org/1999/xlink" q:href="javascript:alert(1)"><text>x</text></a>',
  ),
  'href-spaces': draw(
    '<a href=" &#1;java&#10;script:alert(1)"><text>x</text></a>'.replace('&#1;', '&#9;'),
  ),
  'href-reference': draw('<a href="&#106;avascript:alert(1)"><text>x</text></a>'),
  'href-html': draw(
    `<a href="${embed('text/html', '<script>alert(1)</script>')}"><text>x</text></a>`,
  ),
  'href-elsewhere': draw('<a href="https://evil.example"><text>x</text></a>'),
  'animate-href-to': draw(
    '<a><animate attributeName="href" to="javascript:alert(1)"/><text>x</text></a>',
  ),
  'animate-href-values': draw(
    '<a><animate attributeName="xlink:href" values="#a;javascript:alert(1)"/><text>x</text></a>',
  ),
  'animate-href-from': draw(
    '<animate href="#a" attributeName="href" from="javascript:alert(1)" to="#"/><a id="a"/>',
  ),
  'animate-fill': draw('<animate attributeName="fill" to="url(https://evil.example/a)"/>'),
  'set-href': draw('<a><set attributeName="href" to="javascript:alert(1)"/><text>x</text></a>'),
  'set-handler': draw('<set attributeName="onmouseover" to="alert(1)"/>'),
  'set-style': draw('<set attributeName="style" to="background:url(https://evil.example)"/>'),
  'foreign-object': draw(
    `<foreignObject><body ${HTML} onload="alert(1)"><iframe src="javascript:alert(1)"/></body></foreignObject>`,
  ),
  'foreign-object-lower': draw('<foreignobject><p>alert(1)</p></foreignobject>'),
  html: draw(`<img ${HTML} src="https://evil.example" onerror="alert(1)"/>`),
  iframe: draw(`<iframe ${HTML} src="javascript:alert(1)"/>`),
  embed: draw('<embed src="https://evil.example"/>'),
  audio: draw('<audio src="https://evil.example" onerror="alert(1)"/>'),
  use: draw('<use href="https://evil.example/a.svg#a"/>'),
  'use-data': draw(
    `<use xlink:href="${embed('image/svg+xml', draw('<script>alert(1)</script>'))}#a"/>`,
  ),
  image: draw('<image href="https://evil.example/a.png" width="9" height="9"/>'),
  'image-svg': draw(
    `<image href="${embed('image/svg+xml', draw('<script>alert(1)</script>'))}" width="9" height="9"/>`,
  ),
  'image-false-type': draw(
    `<image href="${embed('image/png', draw('<script>alert(1)</script>'))}" width="9" height="9"/>`,
  ),
  'image-pixels': draw(
    `<image href="data:image/gif;base64,${createGif(65_535, 65_535).toString('base64')}" width="9" height="9"/>`,
  ),
  'fe-image': draw('<filter id="f"><feImage href="https://evil.example/a.svg"/></filter>'),
  gradient: draw('<linearGradient id="g" xlink:href="https://evil.example/a.svg#g"/>'),
  'text-path': draw('<text><textPath href="https://evil.example/a.svg#p">x</textPath></text>'),
  mpath: draw('<animateMotion><mpath href="https://evil.example/a.svg#p"/></animateMotion>'),
  fill: draw('<rect fill="url(https://evil.example/a.svg#g)"/>'),
  'fill-escape': draw('<rect fill="u\\72l(https://evil.example/a.svg#g)"/>'),
  mask: draw('<rect mask="url( \'https://evil.example/a.svg#m\' )"/>'),
  cursor: draw('<rect cursor="url(https://evil.example/a.png), auto"/>'),
  'style-url': draw('<rect style="fill:url(https://evil.example/a)"/>'),
  'style-behavior': draw(
    '<rect style="behavior:url(#default#alert(1));-moz-binding:url(https://evil.example)"/>',
  ),
  'style-image-set': draw(
    '<rect style="mask-image:image-set(\'https://evil.example/a.png\' 1x)"/>',
  ),
  'style-variable': draw('<rect style="--a:url(https://evil.example/a);fill:var(--a)"/>'),
  'style-expression': draw('<rect style="width:expression(alert(1))"/>'),
  'css-import': draw('<style>@import url(https://evil.example/a.css);</style>'),
  'css-import-text': draw('<style>@import "https://evil.example/a.css";rect{fill:red}</style>'),
  'css-import-escape': draw('<style>@\\69mport "https://evil.example/a.css";</style>'),
  'css-import-cdata': draw('<style><![CDATA[@import "https://evil.example/a.css";]]></style>'),
  'css-import-comment': draw('<style>/*a*/@import/**/"https://evil.example/a.css";</style>'),
  'css-namespace': draw('<style>@namespace x url(https://evil.example);</style>'),
  'css-url': draw('<style>rect{background:url("https://evil.example/a.png")}</style>'),
  'css-url-relative': draw('<style>rect{mask:url(//evil.example/a.svg#m)}</style>'),
  'css-font': draw(
    '<style>@font-face{font-family:a;src:url(https://evil.example/a.woff2)}</style>',
  ),
  'css-broken': draw(
    '<style>rect{fill:red}}} a{b:url(https://evil.example/a) } { x } @media {</style>',
  ),
  'css-type': draw('<style type="text/javascript">alert(1)</style>'),
  'css-html-comment': draw('<style>&lt;!-- rect{fill:url(https://evil.example/a)} --></style>'),
  'xml-base': `<svg ${SPACES} xml:base="https://evil.example/" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`,
  stylesheet: `<?xml-stylesheet href="https://evil.example/a.xsl" type="text/xsl"?>${draw('')}`,
  instruction: `<?php alert(1) ?>${draw('')}`,
  'doctype-default': `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${draw('')}`,
  'doctype-external': `<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">${draw('')}`,
  entity: `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${draw('&a;')}`,
  'entity-external': `<!DOCTYPE svg [<!ENTITY a SYSTEM "https://evil.example">]>${draw('<text>&a;</text>')}`,
  'entity-parameter': `<!DOCTYPE svg [<!ENTITY % a SYSTEM "https://evil.example/a.dtd"> %a;]>${draw('')}`,
  'utf-16': Buffer.from(`\uFEFF${draw('<script>alert(1)</script>')}`, 'utf16le'),
  'utf-16-big-endian': Buffer.from(
    `\uFEFF${draw('<script>alert(1)</script>')}`,
    'utf16le',
  ).swap16(),
  'utf-16-unmarked': Buffer.from(draw('<script>alert(1)</script>'), 'utf16le'),
  'utf-7': `<?xml version="1.0" encoding="UTF-7"?>${draw('+ADw-script+AD4-alert(1)+ADw-/script+AD4-')}`,
  'iso-2022-jp': `<?xml version="1.0" encoding="ISO-2022-JP"?>${draw('<!-- \u001b$B --><script>alert(1)</script><!-- \u001b(B -->')}`,
  'html-page': `<html ${HTML}><script>alert(1)</script></html>`,
  unclosed: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)',
  'without-space': '<svg viewBox="0 0 9 9" onload="alert(1)"><rect width="9" height="9"/></svg>',
};

const NAMES = Object.keys(HOSTILE);

function createGif(width: number, height: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([header, frame]);
}

/** What is left of a drawing: no part that is hostile, and all that is not. */
function expectClean(name: string, shown: string): void {
  expect([name, shown]).toEqual([
    name,
    expect.stringMatching(/^<svg [^<]*<rect width="9" height="9"\/>/),
  ]);
  expect(shown).not.toMatch(
    /alert|evil\.example|script|\son\w+\s*=|foreignobject|<!|<\?|@import|entity|handler|iframe|data:/i,
  );
}

/** An article with pictures, and the same files in the folder `public`. */
async function compileDrawings(names: readonly string[]) {
  const body = names
    .map((name) => `![What ${name} shows.](${name}.svg "What it says.")`)
    .join('\n\n');
  return compileFolder(
    await writeContentFolder({
      [ARTICLE_FILE]: formatArticle({}, `Words.\n\n${body}`),
      ...Object.fromEntries(
        names.map((name) => [`articles/seo/local-seo/${name}.svg`, HOSTILE[name] ?? '']),
      ),
      ...Object.fromEntries(names.map((name) => [`public/${name}.svg`, HOSTILE[name] ?? ''])),
    }),
    COMPILED_AT,
  );
}

test('the check names each hostile drawing, but for parts that no browser shows', async () => {
  const { problems, advice } = await compileDrawings(NAMES);
  const found = [...problems, ...advice].map(formatFinding);
  const unnamed = NAMES.flatMap((name) => [
    `public/${name}.svg`,
    `articles/seo/local-seo/${name}.svg`,
  ]).filter((file) => !found.some((line) => line.startsWith(`content/${file} `)));
  expect(unnamed.map((file) => path.basename(file, '.svg'))).toEqual(
    ['script-in-metadata', 'script-in-editor', 'instruction', 'doctype-external'].flatMap(
      (name) => [name, name],
    ),
  );
  expect(found).toContain(
    'content/public/script.svg advice (unsafeDrawings): is published without <script>; remove what is not shown from the file, or save the drawing as PNG',
  );
});

test('readers get no part of a drawing that runs something, loads from elsewhere or expands', async () => {
  const { problems } = await compileDrawings(NAMES);
  const refused = new Set(problems.map(({ file }) => path.basename(file, '.svg')));
  const good = NAMES.filter((name) => !refused.has(name));
  expect(good.length).toBeGreaterThan(70);
  const { records } = await compileDrawings(good);
  await using site = await createTestSite({ records });
  for (const name of good) {
    const { statusCode, body } = await site.get(`/${name}.svg`);
    expect([name, statusCode]).toEqual([name, 200]);
    expectClean(name, body);
  }
  const article = await site.get(ARTICLE_ADDRESS);
  const pictures = Array.from(
    article.body.matchAll(/<img src="([^"]+\.svg)"/g),
    ([, src = '']) => src,
  );
  expect(pictures).toHaveLength(good.length);
  for (const src of pictures) expectClean(src, (await site.get(src)).body);
});

test('a drawing that can’t be cleaned is an error, and readers get nothing of it', async () => {
  const { problems, records } = await compileDrawings(NAMES);
  const refused = NAMES.filter((name) =>
    problems.some(({ file }) => file === `content/public/${name}.svg`),
  );
  expect(refused).toEqual([
    'entity',
    'entity-external',
    'utf-7',
    'iso-2022-jp',
    'html-page',
    'unclosed',
    'without-space',
  ]);
  await using site = await createTestSite({ records });
  for (const name of refused)
    expect([name, (await site.get(`/${name}.svg`)).statusCode]).toEqual([name, 404]);
});
