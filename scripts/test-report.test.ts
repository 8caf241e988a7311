import { expect, it } from 'vitest';
import { readTestReport } from './test-report.ts';

it('counts the tests of a JUnit report and lists each failure with its first reason in one line', () => {
  const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="2" failures="1" errors="0">
  <testsuite name="tests/a.test.ts" tests="2" failures="1">
    <testcase classname="tests/a.test.ts" name="adds" time="0.1"></testcase>
    <testcase classname="tests/a.test.ts" name="waits" time="0"><skipped/></testcase>
    <testcase classname="tests/a.test.ts" name="adds &lt;more&gt;" time="0.1">
      <failure message="\u001b[31mexpected 1\u001b[39m&#10;  to be 2" type="AssertionError">
        <![CDATA[expected 1\n  to be 2]]>
      </failure>
      <failure message="and more">and more</failure>
    </testcase>
  </testsuite>
</testsuites>`;
  expect(readTestReport(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['tests/a.test.ts › adds <more>: expected 1 to be 2'],
  });
});

it('refuses a text that is not a report', () => {
  expect(() => readTestReport('{}')).toThrow();
});
