import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { searchEval } from './search-eval.ts';

const DOCS = [
  '{"id":"wing","title":"Wings","text":"The lift of a wing in a slipstream."}',
  '{"id":2,"text":"Heat flow in a boundary layer."}',
  '{"id":"empty","title":null}',
];
const QUERIES = [
  '{"id":1,"text":"what is the lift of a wing"}',
  '{"id":"2","text":"boundary layer heat"}',
];
const QRELS = ['1\twing\t2', '2\t2\t1'];
const PERFECT = ['nDCG@10 1.000', 'MAP 1.000', 'P@10 0.100', 'MRR 1.000'];

test('prints the measures of any collection', () => {
  const { status, printed } = evaluate({});
  expect({ status, printed: printed.slice(0, 4) }).toEqual({ status: 0, printed: PERFECT });
});

test('compares the ranking with that of plain FTS5', () => {
  const docs = [
    '{"id":"long","title":"Trucks","text":"The lift of a truck. To a truck, the lift is what the motor is to a car."}',
    '{"id":"short","title":"Notes","text":"A wing has lift."}',
  ].join('\n');
  const queries = '{"id":1,"text":"what is the wing to the truck"}\n{"id":2,"text":"!?"}';
  const { printed } = evaluate({ docs, queries, qrels: '1\tlong\t1\n2\tshort\t1' });
  expect(printed.slice(4, 9)).toEqual([
    'FTS5 nDCG@10 0.500',
    'FTS5 MAP 0.500',
    'FTS5 P@10 0.050',
    'FTS5 MRR 0.500',
    expect.stringMatching(/^nDCG@10 \/ FTS5 nDCG@10 1\.000 \(95 % interval .+, 2 queries\)$/),
  ]);
  expect(printed.slice(9)).toEqual([
    expect.stringMatching(/^ms per query mean \d+\.\d\d, p99 \d+\.\d\d$/),
    expect.stringMatching(/^FTS5 ms per query mean \d+\.\d\d, p99 \d+\.\d\d$/),
  ]);
});

test('reads files with any line ends, byte order mark and blank lines', () => {
  const odd = {
    docs: `\uFEFF${DOCS.join('\r\n\r\n')}\r\n{"id":"huge","text":"${'plasma '.repeat(200_000)}"}\n\n`,
    queries: `\n  \n${QUERIES.join('\r\n')}\r\n{"id":3,"text":"nothing is relevant to this"}`,
    qrels: [
      'query\tdocument\tgrade',
      ...QRELS,
      '1\t0\twing\t1',
      '1\t2\t0',
      '2\twing\t-1',
      '9\twing\t1',
    ].join('\r\n'),
  };
  const { status, printed } = evaluate(odd);
  expect({ status, printed: printed.slice(0, 4) }).toEqual({ status: 0, printed: PERFECT });
});

test('a relevant document that is not in the collection counts as not found', () => {
  const { printed } = evaluate({ qrels: `${QRELS.join('\n')}\n2\tlost\t1` });
  expect(printed).toContain('MAP 0.750');
});

test.for([
  ['docs', `${DOCS[0]}\n\n{"id":`, 'docs:3 is not a JSON object'],
  ['docs', `${DOCS[0]}\n["wing"]`, 'docs:2 is not a JSON object'],
  ['docs', '{"text":"A wing."}', 'docs:1 needs a text as id'],
  ['docs', `${DOCS[0]}\n\n${DOCS[0]}`, 'docs:3 has the id wing of line 1'],
  ['queries', '{"id":1}', 'queries:1 needs a text as text'],
  ['queries', `${QUERIES[0]}\n${QUERIES[0]}`, 'queries:2 has the id 1 of line 1'],
  ['queries', '{"id":7,"text":"wing"}', 'queries has no query that a document is relevant to'],
  ['qrels', '1\twing\t1\n\n1 wing 1', 'qrels:3 is not "query<tab>document<tab>grade"'],
  ['qrels', '1\twing\t1\n1\twing\thigh', 'qrels:2 is not "query<tab>document<tab>grade"'],
] as const)('reports the line of invalid %s: %j', ([file, content, message]) => {
  const { status, printed } = evaluate({ [file]: content });
  expect([status, printed.length]).toEqual([1, 1]);
  expect(printed[0]).toContain(message);
});

type Files = { readonly docs?: string; readonly queries?: string; readonly qrels?: string };

function evaluate(files: Files): { status: number; printed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'search-eval-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = {
    docs: DOCS.join('\n'),
    queries: QUERIES.join('\n'),
    qrels: QRELS.join('\n'),
    ...files,
  };
  const args = Object.entries(all).flatMap(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return [`--${name}`, join(folder, name)];
  });
  const printed: string[] = [];
  const keep = (line: string) => void printed.push(line);
  const out = vi.spyOn(console, 'log').mockImplementation(keep);
  const errors = vi.spyOn(console, 'error').mockImplementation(keep);
  const status = searchEval(args);
  out.mockRestore();
  errors.mockRestore();
  return { status, printed };
}
