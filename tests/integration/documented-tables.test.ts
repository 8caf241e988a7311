/** Compares the tables of documents for owners with the code that they describe. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../packages/marketing-workbench/src/audit/rules.ts';
import { parseConfig } from '../../packages/marketing-workbench/src/config.ts';
import { ADVICE_RULES } from '../../packages/marketing-workbench/src/content/advice.ts';
import { listCode, readTable } from '../support/document-tables.ts';
import { spawnCommand } from '../support/spawn-command.ts';

/** What the first column of a table has between backticks. */
function listFirstCodes(document: string, heading: string): readonly string[] {
  return readTable(document, heading).flatMap(([cell = '']) => listCode(cell));
}

test('docs/commands.md has a row for each command', async () => {
  const { output } = await spawnCommand(['--help'], {}).ended;
  const commands = Array.from(output.matchAll(/^ {2}([a-z-]+) /gm), ([, name]) => name);
  const written = listFirstCodes(
    'packages/marketing-workbench/docs/commands.md',
    '| command | what it is for |',
  );
  expect([...new Set(written.map((code) => code.replace(/ .*/, '')))].toSorted()).toEqual(
    commands.toSorted(),
  );
});

test('docs/writing.md has every rule of house style', () => {
  const written = listFirstCodes(
    'packages/marketing-workbench/docs/writing.md',
    '| rule | finds |',
  );
  expect(written.toSorted()).toEqual(ADVICE_RULES.toSorted());
});

test('docs/audit.md has every rule of the audit with its weight and words', () => {
  const rows = readTable(
    'packages/marketing-workbench/docs/audit.md',
    '| rule | weight | why | what to do |',
  );
  const written = rows.map(([rule = '', ...others]) => [...listCode(rule), ...others]);
  const declared = Object.entries(RULES).map(([rule, { weight, why, cure }]) => [
    rule,
    String(weight),
    why,
    cure,
  ]);
  expect(written.toSorted()).toEqual(declared.toSorted());
});

/** What opens a connection: `fetch`, or a function or class of these modules. */
const CONNECTION =
  /(?<![.\w'"`])fetch\(|new (?:WebSocket|EventSource)\(|sendBeacon\(|from 'undici'|import \{[^}]*\b(?:get|request|connect|createConnection|Socket|Client|Pool|lookup)\b[^}]*\} from '(?:node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)|pg)'/;

test('docs/it.md has all code that opens connections', () => {
  const code = globSync('packages/*/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && CONNECTION.test(readFileSync(file, 'utf8')),
  );
  const written = [
    ...readTable(
      'packages/marketing-workbench/docs/it.md',
      '| connection to | switched on by | code |',
    ),
    ...readTable('packages/marketing-workbench/docs/it.md', '| in the browser | code |'),
  ].flatMap((cells) =>
    listCode(cells.at(-1) ?? '').map((file) =>
      file.replace(/^src\//, 'packages/marketing-workbench/src/'),
    ),
  );
  expect(written.toSorted()).toEqual(code.toSorted());
});

test('docs/settings.md and the runbook have every setting', () => {
  const read = new Set<string>();
  parseConfig(
    new Proxy(
      {},
      {
        get: (_, name) => {
          if (/^\w+$/.test(String(name))) read.add(String(name));
        },
      },
    ),
  );
  const written = [
    ...listFirstCodes(
      'packages/marketing-workbench/docs/settings.md',
      '| variable | default | meaning |',
    ),
    ...listFirstCodes('packages/marketing-workbench/docs/runbook.md', '| variable | meaning |'),
  ];
  expect([...new Set(written)].toSorted()).toEqual([...read].toSorted());
});
