import { expect, it } from 'vitest';
import { widenDrawing } from './widen-drawing.ts';

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200">';

it.each([
  [
    'a text around its x',
    '<text x="100" y="9">a</text>',
    '<text x="100" y="9" transform="matrix(0.5 0 0 1 50 0)">a</text>',
  ],
  [
    'a text without an x around 0',
    '<text>a</text>',
    '<text transform="matrix(0.5 0 0 1 0 0)">a</text>',
  ],
  [
    'a text at a percentage of the width',
    '<text x="50%">a</text>',
    '<text x="50%" transform="matrix(0.5 0 0 1 90 0)">a</text>',
  ],
  [
    'a text whose lines have the x',
    '<text><tspan x="40">a</tspan><tspan x="40" dy="9">b</tspan></text>',
    '<text transform="matrix(0.5 0 0 1 20 0)"><tspan x="40">a</tspan><tspan x="40" dy="9">b</tspan></text>',
  ],
  [
    'a text with cells, which keep their places',
    '<text x="10">a<tspan x="60">b</tspan></text>',
    '<text x="10" transform="matrix(0.5 0 0 1 5 0)">a<tspan x="110">b</tspan></text>',
  ],
  [
    'a turned text across the screen',
    '<text transform="rotate(-90 50 80)" x="50" y="80">a</text>',
    '<text transform="matrix(0.5 0 0 1 25 0) rotate(-90 50 80)" x="50" y="80">a</text>',
  ],
  [
    'a text in a moved group',
    '<g transform="translate(30 40)"><text x="10" y="5">a</text></g>',
    '<g transform="translate(30 40)"><text x="10" y="5" transform="matrix(0.5 0 0 1 5 0)">a</text></g>',
  ],
  [
    'a text in a turned group across the screen',
    '<g transform="rotate(90)"><text x="10" y="20">a</text></g>',
    '<g transform="rotate(90)"><text x="10" y="20" transform="matrix(1 0 0 0.5 0 10)">a</text></g>',
  ],
  [
    'a text in a group that is turned by 45 degrees, across the screen',
    '<g transform="rotate(45)"><text x="10" y="20">a</text></g>',
    '<g transform="rotate(45)"><text x="10" y="20" transform="matrix(0.75 0.25 0.25 0.75 -2.5 2.5)">a</text></g>',
  ],
  [
    'a rigid group with a circle at its edge',
    '<g class="rigid"><rect width="20" height="9"/><circle cx="40" cy="4" r="10"/></g>',
    '<g class="rigid" transform="matrix(0.5 0 0 1 12.5 0)"><rect width="20" height="9"/><circle cx="40" cy="4" r="10"/></g>',
  ],
  [
    'a circle',
    "<circle cx='8' cy='4' r='2'/>",
    `<circle cx='8' cy='4' r='2' transform="matrix(0.5 0 0 1 4 0)"/>`,
  ],
  [
    'the corners of a box',
    '<rect x="1" rx="8" width="9" height="9"/>',
    '<rect x="1" rx="4" width="9" height="9" ry="8"/>',
  ],
  [
    'a rigid group as a whole, around the center of its shapes',
    '<g class="a rigid"><rect x="10" y="0" width="20" height="9" rx="2"/><text x="40">a</text></g>',
    '<g class="a rigid" transform="matrix(0.5 0 0 1 12.5 0)"><rect x="10" y="0" width="20" height="9" rx="2"/><text x="40">a</text></g>',
  ],
  [
    'a rigid path with relative and horizontal commands',
    '<path class="rigid" d="M10 5h20v4a2 2 0 0 1 -8 0z"/>',
    '<path class="rigid" d="M10 5h20v4a2 2 0 0 1 -8 0z" transform="matrix(0.5 0 0 1 10 0)"/>',
  ],
])('narrows %s', (_name, drawn, widened) => {
  expect(widenDrawing(`${ROOT}${drawn}</svg>`, 0.5)).toBe(`${ROOT}${widened}</svg>`);
});

it.each([
  ['lines and boxes', '<rect x="1" width="9" height="9"/><line x1="0" x2="9"/><path d="M0 0h9"/>'],
  [
    'what a comment or a style sheet says',
    '<!-- <text x="1">a</text> --><style><![CDATA[ <circle r="1"/> ]]></style>',
  ],
  ['an attribute with a sign of an end', '<path aria-label="a > b" d="M0 0h9"/>'],
  ['a group without a shape', '<g class="rigid"><title>a</title></g>'],
  ['a text in a flattened group', '<g transform="scale(0)"><text x="9">a</text></g>'],
])('leaves %s as the author wrote it', (_name, drawn) => {
  const svg = `${ROOT}${drawn}</svg>`;
  expect(widenDrawing(svg, 0.5)).toBe(svg);
});
