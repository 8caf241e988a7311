import { existsSync, globSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { selectTests } from './select-tests.ts';

it('every part of src/ and every entry file selects tests that exist, and few of them', () => {
  const paths = globSync('packages/marketing-workbench/src/*').filter(
    (path) => statSync(path).isDirectory() || /\.tsx?$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const isPart = statSync(path).isDirectory();
    const files = isPart ? globSync(`${path}/**/*.{ts,tsx,css,d.ts}`) : [path];
    for (const file of files) {
      const tests = selectTests([file]);
      expect(tests.length, file).toBeGreaterThan(0);
      expect(tests.length, file).toBeLessThan(20);
      expect(
        tests.filter((test) => !existsSync(test)),
        file,
      ).toEqual([]);
    }
  }
});

it('a change of one call selects the tests of calls and those beside the files', () => {
  expect(
    selectTests([
      'docs/specification.md',
      'packages/marketing-workbench/src/api/api.ts',
      'packages/marketing-workbench/src/contract/endpoints.ts',
      'tests/integration/every-call.test.ts',
    ]),
  ).toEqual([
    'packages/marketing-workbench/src/api/event-counter.test.ts',
    'packages/marketing-workbench/src/api/networks.test.ts',
    'packages/marketing-workbench/src/contract/query-client.test.ts',
    'packages/marketing-workbench/src/contract/request.test.ts',
    'tests/integration/every-call.test.ts',
    'tests/integration/posts-calls.test.ts',
    'tests/integration/specification.test.ts',
    'tests/integration/taxonomy-calls.test.ts',
  ]);
});
