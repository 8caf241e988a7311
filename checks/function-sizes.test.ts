import { describe, expect, it } from 'vitest';
import { checkFunctionSizes } from './function-sizes.ts';

const TS = 'src/site/dates.ts';
const TSX = 'src/ui/card.tsx';

describe('checkFunctionSizes', () => {
  it.each([
    { path: TS, start: 'function count() {', end: '}', name: 'count', max: 40 },
    { path: TS, start: 'export const count = async () => {', end: '};', name: 'count', max: 40 },
    { path: TS, start: 'class Counter { count() {', end: '} }', name: 'count', max: 40 },
    { path: TS, start: 'const calls = { count: () => {', end: '} };', name: 'count', max: 40 },
    { path: TS, start: 'list.map(() => {', end: '});', name: 'a function', max: 40 },
    { path: TS, start: 'export function Card() {', end: '}', name: 'Card', max: 40 },
    { path: TSX, start: 'function count() {', end: '}', name: 'count', max: 40 },
    { path: TSX, start: 'export function Card() {', end: '}', name: 'Card', max: 80 },
  ])('lets "$start" in $path have $max lines, and reports one more', ({ path, start, end, name, max }) => {
    const write = (lines: number) => `${start}${'\n'.repeat(lines - 1)}${end}`;
    expect(checkFunctionSizes([{ path, text: write(max) }])).toEqual([]);
    expect(checkFunctionSizes([{ path, text: `\n${write(max + 1)}` }])).toEqual([
      { path, line: 2, message: `${name} has ${max + 1} lines; at most ${max}` },
    ]);
  });

  it('lets the blocks of a test be long, but not what they call', () => {
    const long = '\n'.repeat(50);
    const text = `describe.each([1])('x', () => { it('y', () => {${long}}); });\nfunction count() {${long}}`;
    expect(checkFunctionSizes([{ path: 'src/site/dates.test.ts', text }])).toEqual([
      { path: 'src/site/dates.test.ts', line: 52, message: 'count has 51 lines; at most 40' },
    ]);
  });

  it('reports the fifth parameter', () => {
    const message = 'add takes 5 parameters; at most 4, then an object';
    expect(checkFunctionSizes([{ path: TS, text: 'function add(a, b, c, { d, e, f }) {}' }])).toEqual([]);
    expect(checkFunctionSizes([{ path: TS, text: 'const add = (a, b, c, d, ...e) => a;' }])).toEqual([
      { path: TS, line: 1, message },
    ]);
  });
});
