import { expect, test } from 'vitest';
import { DEFAULT_LOGO } from '../../site/brand/logo.ts';
import { readLogo } from './read-logo.ts';

test('the default logo is a good logo', () => {
  expect(readLogo(DEFAULT_LOGO)).toEqual({ kind: 'good', svg: DEFAULT_LOGO });
});

test('of a drawing that an editor exported, the shapes and gradients remain', () => {
  const source = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="64px" height="64px" version="1.1" id="svg1" class="logo" xmlns="http://www.w3.org/2000/svg"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
  <title>Our shop</title><metadata><rdf:RDF>made on Monday</rdf:RDF></metadata>
  <sodipodi:namedview id="view" inkscape:zoom="1"/>
  <defs><linearGradient id="a"><stop offset="0" style="stop-color:#0a7d4f;stop-opacity:1"/></linearGradient>
  <linearGradient id="b" xlink:href="#a" gradientUnits="userSpaceOnUse"/></defs>
  <g inkscape:label="Layer 1"><path style="fill:url(#b);-inkscape-stroke:none" d="M0 0h64v64z" stroke-width="2"/></g>
</svg>`;
  expect(readLogo(source)).toEqual({
    kind: 'good',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" id="logo-svg1"><defs><linearGradient id="logo-a"><stop offset="0" stop-color="#0a7d4f" stop-opacity="1"/></linearGradient><linearGradient id="logo-b" href="#logo-a" gradientUnits="userSpaceOnUse"/></defs><g><path d="M0 0h64v64z" stroke-width="2" fill="url(#logo-b)"/></g></svg>',
  });
});

test.each([
  [
    '<script>alert(1)</script>',
    'has <script>; a logo consists of shapes and gradients, so remove it',
  ],
  ['<image href="https://elsewhere.example/x.png"/>', 'has <image>; a logo consists of'],
  ['<foreignObject/>', 'has <foreignObject>; a logo consists of'],
  ['<style>path{fill:red}</style>', 'has <style>; export the drawing with presentation attributes'],
  ['<text>Shop</text>', 'has <text>; convert the text to paths'],
  ['<use href="#a"/>', 'has <use>; write the shape itself where it is shown'],
  ['<path d="M0 0h9v9z" onclick="alert(1)"/>', 'has onclick="alert(1)" at <path>; remove it'],
  ['<path d="M0 0h9v9z" filter="url(#a)"/>', 'has filter="url(#a)" at <path>; remove it'],
  [
    '<path d="M0 0h9v9z" fill="url(https://elsewhere.example/x#a)"/>',
    'has fill="url(https://elsewhere.example/x#a)" at <path>; write a colour, a number, or the id of a gradient of this file, such as url(#a)',
  ],
  [
    '<path d="M0 0h9v9z" fill="u\\72l(//elsewhere.example)"/>',
    'write a colour, a number, or the id',
  ],
  [
    '<path d="M0 0h9v9z" style="fill:url(//elsewhere.example)"/>',
    'write a colour, a number, or the id',
  ],
  ['<path d="M0 0h9v9z" fill="var(--elsewhere)"/>', 'write a colour, a number, or the id'],
  ['<path d="M0 0h9v9z" fill="var(--color-elsewhere)"/>', 'write a colour, a number, or the id'],
  [
    '<linearGradient href="https://elsewhere.example/#a"/>',
    'write the id of a gradient of this file, such as "#a"',
  ],
  ['Shop', 'has text between its shapes; convert it to paths'],
  ['', 'has no shape; draw one'],
])('a logo with %s is refused', (content, message) => {
  const result = readLogo(`<svg viewBox="0 0 64 64">\n${content}</svg>`);
  expect(result).toEqual({
    kind: 'refused',
    problems: [expect.objectContaining({ message: expect.stringContaining(message) })],
  });
});

test('a problem names its line', () => {
  const source = '<svg viewBox="0 0 64 64">\n<path d="M0 0h9v9z"/>\n<script/></svg>';
  expect(readLogo(source)).toMatchObject({ problems: [{ line: 3 }] });
});

test.each([
  ['<p>Shop</p>', 'is not an SVG; it begins with <svg viewBox="0 0 64 64">'],
  ['', 'is not an SVG'],
  ['<svg><path d="M0 0h9v9z"/></svg>', 'has no area; write viewBox="0 0 64 64" in <svg>'],
  ['<svg viewBox="0 0 64 0"><path d="M0 0h9v9z"/></svg>', 'has no area'],
  [
    '<svg viewBox="0 0 300 64"><path d="M0 0h9v9z"/></svg>',
    'is 300 × 64; icons are square, so draw the mark alone, at most twice as wide as high',
  ],
  [`<svg viewBox="0 0 64 64">${'<g>'.repeat(6_000)}`, 'is nested too deeply; ungroup the drawing'],
  [
    `<svg viewBox="0 0 64 64"><path d="${'M0 0'.repeat(6_000)}"/></svg>`,
    'has 24043 bytes; simplify the drawing to at most 20000',
  ],
])('a file is refused, case %#', (source, message) => {
  expect(readLogo(source)).toMatchObject({
    kind: 'refused',
    problems: [{ message: expect.stringContaining(message) }],
  });
});
