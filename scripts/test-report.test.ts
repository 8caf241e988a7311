import { describe, expect, it } from 'vitest';
import { readTestReport } from './test-report.ts';

describe('readTestReport', () => {
  it("counts Vitest's tests and lists each failure with its reason in one line", () => {
    const report = {
      ...{ numPassedTests: 2, numFailedTests: 1 },
      testResults: [
        {
          ...{ name: 'tests/a.test.ts', status: 'failed', message: '' },
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
            {
              ...{ fullName: 'takes away', status: 'failed' },
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  to be 2', 'and more'],
            },
          ],
        },
      ],
    };
    expect(readTestReport(JSON.stringify(report))).toEqual({
      ...{ passed: 2, failed: 1 },
      failures: ['tests/a.test.ts › takes away: expected 1 to be 2'],
    });
  });

  it('reports why a test file could not be loaded', () => {
    const report = {
      ...{ numPassedTests: 0, numFailedTests: 0 },
      testResults: [
        { name: 'tests/a.test.ts', status: 'failed', message: 'No such import', assertionResults: [] },
      ],
    };
    expect(readTestReport(JSON.stringify(report)).failures).toEqual(['tests/a.test.ts: No such import']);
  });

  it("counts Playwright's tests, also nested ones, and treats a test that passed only on retry as failed", () => {
    const failed = {
      ...{ title: 'reads on', file: 'read.e2e.ts', line: 7, ok: false },
      tests: [{ results: [{ errors: [{ message: 'Timed out' }] }] }],
    };
    const passed = { title: 'reads', file: 'read.e2e.ts', line: 3, ok: true, tests: [] };
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [{ specs: [passed], suites: [{ specs: [failed] }] }],
    };
    expect(readTestReport(JSON.stringify(report))).toEqual({
      ...{ passed: 1, failed: 2 },
      failures: ['read.e2e.ts:7 › reads on: Timed out'],
    });
  });

  it('refuses a file that is neither report', () => {
    expect(() => readTestReport('{}')).toThrow();
  });
});
