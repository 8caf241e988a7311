import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** What one part of the tests came to; `failures` says in a line each which test failed and why. */
export type TestReport = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
};

/**
 * Reads the JSON report of Vitest or of Playwright.
 *
 * @throws where the text is neither's report
 */
export function readTestReport(text: string): TestReport {
  const report = REPORT.parse(JSON.parse(text));
  return 'stats' in report
    ? {
        passed: report.stats.expected,
        failed: report.stats.unexpected + report.stats.flaky,
        failures: report.suites.flatMap(listJourneyFailures),
      }
    : {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        failures: report.testResults.flatMap(listTestFailures),
      };
}

const VITEST = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const SUITE = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(SUITE).optional();
  },
});

const PLAYWRIGHT = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(SUITE),
});

const REPORT = z.union([VITEST, PLAYWRIGHT]);

function listTestFailures(file: z.infer<typeof VITEST>['testResults'][number]): string[] {
  const failed = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      sayFailure(`${file.name} › ${fullName}`, failureMessages?.[0] ?? ''),
    );
  // A file that could not be loaded has a message and no test.
  return failed.length === 0 && file.status === 'failed' ? [sayFailure(file.name, file.message)] : failed;
}

function listJourneyFailures(suite: z.infer<typeof SUITE>): string[] {
  const failed = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return sayFailure(`${file}:${line} › ${title}`, errors[0]?.message ?? '');
    });
  return [...failed, ...(suite.suites ?? []).flatMap(listJourneyFailures)];
}

const REASON_LENGTH = 300;

function sayFailure(test: string, reason: string): string {
  const line = stripVTControlCharacters(reason).replaceAll(/\s+/g, ' ').trim();
  return `${test}: ${line.slice(0, REASON_LENGTH)}`;
}
