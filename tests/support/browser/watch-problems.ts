import type { BrowserContext } from '@playwright/test';

export type ProblemWatch = {
  /** Watches this browser's pages from now on. */
  readonly watch: (context: BrowserContext) => void;
  /** Declares problems that the test expects. */
  readonly expect: (pattern: RegExp) => void;
  /** The problems that were not expected. */
  readonly list: () => readonly string[];
};

/**
 * Collects what goes wrong in the pages of browsers: errors and warnings of the console, uncaught errors (React
 * reports a hydration mismatch as one), requests that failed and answers of 500 and above.
 */
export function createProblemWatch(): ProblemWatch {
  const problems: string[] = [];
  const expected: RegExp[] = [];
  return {
    watch: (context) => collectProblems(context, problems),
    expect: (pattern) => expected.push(pattern),
    list: () => problems.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

function collectProblems(context: BrowserContext, problems: string[]): void {
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    problems.push(`console ${message.type()}: ${message.text()} at ${message.location().url}`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${reason} at ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`status: ${response.status()} at ${response.url()}`);
  });
}
