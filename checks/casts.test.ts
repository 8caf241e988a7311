import { describe, expect, it } from 'vitest';
import { checkCasts } from './casts.ts';

const PATH = 'src/store/rows.ts';

describe('checkCasts', () => {
  it.each([
    ['const row = value as Row;', 'casts with "as"; check the value where it enters'],
    ['const row = <Row>value;', 'casts with "<…>"; check the value where it enters'],
    ['const rows = ["a"] as readonly string[];', 'casts with "as"; check the value where it enters'],
    ['function parse(value: any) {}', 'says "any"; say what it is, or unknown'],
    ['type Rows = Record<string, any>;', 'says "any"; say what it is, or unknown'],
    ['const name = row.name!;', 'asserts with "!"; handle the absent value'],
    ['// @ts-ignore', 'silences the type checker; mend the types'],
    ['/* @ts-expect-error: later */', 'silences the type checker; mend the types'],
  ])('reports %s', (statement, message) => {
    expect(checkCasts([{ path: PATH, text: `\n${statement}\n` }])).toEqual([
      { path: PATH, line: 2, message },
    ]);
  });

  it('counts each part of a double cast', () => {
    const findings = checkCasts([
      { path: 'tests/support/rows.ts', text: 'const row = value as unknown as Row;' },
    ]);
    expect(findings).toHaveLength(2);
  });

  it.each([
    "const KINDS = ['page', 'gap'] as const;",
    "import { x as y } from './x.ts';\nexport { y as z };",
    "import * as limits from './limits.ts';",
    'const row = value satisfies Row;',
    'if (!row || row !== other) any(row);',
    "const text = 'x as any'; // as any, row!",
  ])('has nothing to say of %s', (text) => {
    expect(checkCasts([{ path: PATH, text }])).toEqual([]);
  });
});
