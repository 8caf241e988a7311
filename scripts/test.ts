import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { readTestReport, type TestReport } from './test-report.ts';

/** Everything that `npm test` checks, in this order. `npm test -- browser` runs one part. */
const PARTS: readonly Part[] = [
  {
    name: 'lint',
    command: ['biome', 'check', '--error-on-warnings'],
    advice: 'npm run format mends most of it',
  },
  { name: 'types', command: ['tsc'], advice: 'mend the types that the lines above name' },
  { name: 'rules', command: ['node', 'checks/run.ts'], advice: 'each line says which rule and where' },
  {
    name: 'unused',
    command: ['knip', '--no-progress', '--no-config-hints'],
    advice: 'delete what the lines above name, or use it',
  },
  {
    name: 'content',
    command: ['node', 'src/content-cli.ts', 'check'],
    advice: 'each line says which text and what to write',
  },
  {
    name: 'unit',
    command: [
      'vitest',
      ...['run', '--project=unit', '--project=integration'],
      ...['--reporter=default', '--reporter=json', '--outputFile=test-results/unit.json'],
    ],
    report: 'test-results/unit.json',
    advice: 'npm run unit -- <file> runs one file',
  },
  {
    name: 'build',
    command: ['node', 'scripts/build.ts'],
    // The guide is part of the build, and its pictures are in the index: both are of the content for tests.
    env: { CONTENT_DIR: 'tests/fixtures/content' },
    advice: 'the lines above say where the build fails',
  },
  {
    name: 'processes',
    command: [
      'vitest',
      ...['run', '--project=processes'],
      ...['--reporter=default', '--reporter=json', '--outputFile=test-results/processes.json'],
    ],
    report: 'test-results/processes.json',
    advice: 'npx vitest run --project=processes <file> runs one file',
  },
  {
    name: 'postgres',
    command: [
      'vitest',
      ...['run', '--project=postgres', '--maxWorkers=2'],
      ...['--reporter=default', '--reporter=json', '--outputFile=test-results/postgres.json'],
    ],
    report: 'test-results/postgres.json',
    advice: 'npx vitest run --project=postgres <file> runs one file',
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=line,json'],
    report: 'test-results/browser.json',
    advice: 'npm run e2e runs the browser journeys alone',
  },
];

type Part = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the part counts its tests; a part without one counts as one test. */
  readonly report?: string;
  readonly advice: string;
};

process.exitCode = runParts(process.argv.slice(2));

function runParts(names: readonly string[]): number {
  rmSync('test-results', { recursive: true, force: true });
  mkdirSync('test-results', { recursive: true });
  const reports: TestReport[] = [];
  for (const part of PARTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const start = Date.now();
    const isGood = runPart(part);
    const report = reportPart(part, isGood);
    reports.push(report);
    console.log(`${isGood ? 'ok' : 'FAILED'} ${part.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    for (const failure of report.failures) console.error(`  failed: ${failure}`);
    if (!isGood) console.error(`${part.name} failed: ${part.advice}.`);
  }
  return sumUp(reports);
}

function runPart({ name, command: [command, ...args], env }: Part): boolean {
  console.log(`\n── ${name}`);
  const environment = {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: 'test-results/browser.json',
    ...(name === 'browser' && { CHROMIUM_PATH: findBrowser() }),
  };
  const path = command === 'node' ? process.execPath : join('node_modules', '.bin', command);
  const { status, error } = spawnSync(path, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

/** A part without a report, or that failed before it wrote one, counts as one test. */
function reportPart({ report }: Part, isGood: boolean): TestReport {
  const whole: TestReport = { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] };
  if (report === undefined || !existsSync(report)) return whole;
  const tests = readTestReport(readFileSync(report, 'utf8'));
  return isGood ? tests : { ...tests, failed: Math.max(1, tests.failed) };
}

/** Says at the very end what all parts came to, each failure once more. Returns the exit code. */
function sumUp(reports: readonly TestReport[]): number {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  for (const failure of reports.flatMap(({ failures }) => failures)) console.error(`failed: ${failure}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
