import { stripVTControlCharacters } from 'node:util';
import { SaxesParser } from 'saxes';

/**
 * The results of one part of the tests; `failures` names each failed test and the reason, in one
 * line.
 */
export type TestReport = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
};

const REASON_LENGTH = 300;

/**
 * Reads the JUnit report of Vitest or of Playwright; throws if the text is not XML. A skipped test
 * is not counted.
 */
export function readTestReport(xml: string): TestReport {
  const tests: { readonly name: string; reason?: string }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testcase') tests.push({ name: `${attributes.classname} › ${attributes.name}` });
    const test = tests.at(-1);
    if (name === 'skipped') tests.pop();
    if (name === 'failure' && test !== undefined) test.reason ??= String(attributes.message);
  });
  parser.write(stripVTControlCharacters(xml)).close();
  const failures = tests.flatMap(({ name, reason }) =>
    reason === undefined
      ? []
      : [`${name}: ${reason.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH)}`],
  );
  return { passed: tests.length - failures.length, failed: failures.length, failures };
}
