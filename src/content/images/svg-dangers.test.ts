import { describe, expect, test } from 'vitest';
import { listSvgDangers } from './svg-dangers.ts';

const svg = (inside: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>\n${inside}\n</svg>`;

describe('an SVG is safe', () => {
  test.each([
    ['<title>Prices &amp; hours</title><!-- a <script> in a comment --><rect width="1" height="1"/>'],
    ['<style>.a{fill:url(#shade)}@media (prefers-color-scheme:dark){.a{fill:#fff}}</style>'],
    ['<defs><path id="p"/></defs><use href="#p"/><a href="#p"><text>on &#x6a; ready = 1</text></a>'],
    ["<rect fill='url(\"#shade\")' style='stroke:#8a7f72' data-online='x'/>".replace('data-online', 'id')],
    ['<animate attributeName="opacity" from="0" to="1"/>'],
  ])('with %s', (inside) => {
    expect(listSvgDangers(svg(inside))).toEqual([]);
  });
});

describe('an SVG is refused', () => {
  const reference = (target: string) =>
    `refers to “${target}” outside of itself; draw it in, or refer to an id with #`;
  const markup = 'holds markup that plain SVG does without, such as DOCTYPE or CDATA; remove it';

  test.each([
    ['<script>alert(1)</script>', 'holds a <script>; remove it'],
    ['<svg:SCRIPT xmlns:svg="x"/>', 'holds a <svg:SCRIPT>; remove it'],
    ['<foreignObject/>', 'holds a <foreignObject>; remove it'],
    ['<rect onclick="alert(1)"/>', 'holds the event handler onclick; remove it'],
    ["<rect\n\tOnLoad = 'alert(1)'/>", 'holds the event handler onload; remove it'],
    ['<image href="https://example.com/x.png"/>', reference('https://example.com/x.png')],
    ['<image xlink:href="//example.com/x.png"/>', reference('//example.com/x.png')],
    ['<a href="&#106;avascript:alert(1)"/>', reference('javascript:alert(1)')],
    ['<set attributeName="href" to="javascript:alert(1)"/>', 'animates a reference; remove the animation'],
    ['<rect style="fill:url(https://example.com/x)"/>', reference('https://example.com/x')],
    ['<rect fill="u&#x72;l(https://example.com/x)"/>', reference('https://example.com/x')],
    ['<style>@import "https://example.com/x.css";</style>', 'loads something in its style; remove it'],
    ['<style><a/>.a{fill:url( "//example.com" )}</style>', reference('//example.com')],
    ['<style>.a{fill:u\\72l(x)}</style>', 'hides characters in its style with \\; write them out'],
    ['<![CDATA[<script>]]>', markup],
    ['<rect width=1/>', markup],
    ['<?xml-stylesheet href="x.css"?>', markup],
  ])('with %s', (inside, message) => {
    expect(listSvgDangers(svg(inside))).toEqual([{ line: 3, message }]);
  });

  test('with a DOCTYPE, whose entities could spell anything', () => {
    const source = `<!DOCTYPE svg [<!ENTITY x "<script/>">]>\n${svg('&x;')}`;
    expect(listSvgDangers(source)).toEqual([{ line: 1, message: markup }]);
  });

  test('with another encoding than UTF-8', () => {
    const message = 'declares another encoding than UTF-8; save it as UTF-8';
    expect(listSvgDangers(svg('').replace('UTF-8', 'UTF-7'))).toEqual([{ line: 1, message }]);
  });

  test('for each danger at its own line', () => {
    const source = svg('<script/>\n<rect onclick="x" onload="y"/>');
    expect(listSvgDangers(source).map(({ line }) => line)).toEqual([3, 4, 4]);
  });
});
