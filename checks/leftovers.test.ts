import { describe, expect, it } from 'vitest';
import { checkLeftovers } from './leftovers.ts';

const CODE = 'src/site/dates.ts';
const TEST = 'src/site/dates.test.ts';

describe('checkLeftovers', () => {
  it.each([
    ['// TODO: time zones', 'leaves a note of work to do; do it, or file it'],
    ['/** FIXME */', 'leaves a note of work to do; do it, or file it'],
    ['// const days = 7;', 'keeps code in a comment; delete it'],
    ['// if (days < 7) {', 'keeps code in a comment; delete it'],
    ["// import { x } from './x.ts';", 'keeps code in a comment; delete it'],
    ['// console.log(days);', 'keeps code in a comment; delete it'],
    ['/*\n  count(days);\n*/', 'keeps code in a comment; delete it'],
  ])('reports %j', (text, message) => {
    expect(checkLeftovers([{ path: CODE, text: `\n${text}\n` }])).toEqual([{ path: CODE, line: 2, message }]);
  });

  it.each([
    "it.only('x', () => {});",
    "describe.skip('x', () => {});",
    "test.describe.only('x', () => {});",
    "it.todo('x');",
    "test.fixme('x', () => {});",
    "it.skip.each([1])('x', () => {});",
  ])('reports %s', (text) => {
    const name = text.replace(/(only|skip|todo|fixme).*/, '$1');
    expect(checkLeftovers([{ path: TEST, text }])).toEqual([
      { path: TEST, line: 1, message: `calls ${name}; every test runs` },
    ]);
  });

  it.each([
    ['await page.waitForTimeout(500);', 'sleeps with page.waitForTimeout; wait for what the test is about'],
    [
      'await new Promise((done) => setTimeout(done, 5));',
      'sleeps with setTimeout; wait for what the test is about',
    ],
    [
      "import { setTimeout as sleep } from 'node:timers/promises';",
      'imports node:timers/promises to sleep; wait for what the test is about',
    ],
  ])('reports %s', (text, message) => {
    const path = 'tests/support/browser.ts';
    expect(checkLeftovers([{ path, text }])).toEqual([{ path, line: 1, message }]);
  });

  it.each([
    [CODE, '// Days are counted in UTC; see formatDate().\n// For a month, return the thirty-day kind.'],
    [CODE, '/**\n * formatDate(isoDate);\n */\nexport const x = 1;'],
    [CODE, 'setTimeout(close, 5); list.only(1);'],
    [CODE, "const text = 'TODO'; // The editor's to-do list"],
    [TEST, "it.each([1])('x', () => {}); test.setTimeout(5); vi.useFakeTimers(); page.skip(1);"],
    ['tests/fixtures/x.ts', '// TODO'],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkLeftovers([{ path, text }])).toEqual([]);
  });
});
