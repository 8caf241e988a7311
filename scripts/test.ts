import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import {
  listDeploymentTests,
  listDueDeploymentTests,
  NOT_POSSIBLE,
  recordPassedTests,
} from './deployment-inputs.ts';
import { findBrowser } from './find-browser.ts';
import { listMissingEngines } from './find-engines.ts';
import { readTestReport, type TestReport } from './test-report.ts';

type TestPart = ReturnType<typeof createTestPart>;

const LINT = createTestPart(
  'lint',
  'biome check --error-on-warnings',
  'npm run format corrects most of it',
);
const TYPES = createTestPart('types', 'tsc', 'correct the types that the lines above name');
const RULES = createTestPart('rules', 'node checks/run.ts', 'each line says which rule and where');
const UNUSED = createTestPart(
  'unused',
  'knip --no-progress --no-config-hints',
  'delete what the lines above name, or use it',
);
const CONTENT = createTestPart(
  'content',
  'node scripts/bootstrap.mjs content check',
  'each line says which text and what to write',
);
const UNIT = createVitestPart('unit', '--project=unit');
const INTEGRATION = createVitestPart('integration', '--project=integration');
const ENGINES = createVitestPart('engines', '--project=engines');
const BROWSERS = createTestPart(
  'install-browsers',
  'node scripts/install-browsers.ts',
  'the lines above say which browser could not be installed',
);
const BUILD = createTestPart(
  'build',
  'node scripts/build.ts',
  'the lines above say where the build fails',
);
const PROCESSES = createVitestPart('processes', '--project=processes');
const POSTGRES = createVitestPart('postgres', '--project=postgres');
const DEPLOYMENT = createVitestPart('deployment', '--project=deployment');
const DEPLOYMENT_LEFT_OUT =
  'Deployment tests were skipped that passed with the installation files as they are (tests/deployment/passed.txt). npm test -- deployment runs them all.';
const DEPLOYMENT_TESTS = listDeploymentTests();
const BROWSER = createTestPart(
  'browser',
  'playwright test --reporter=line,junit',
  'npm run e2e runs the browser journeys alone',
  { PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'test-results/browser.xml', PLAYWRIGHT_JUNIT_STRIP_ANSI: '1' },
);

/**
 * Everything that `npm test` checks. Stages run one after another. The parts of a stage begin in
 * this order, and as many run at a time as there are cores: more would only wait for each other.
 * The longest come first, and the browser's and PostgreSQL's, which start most processes, apart.
 * `npm test -- browser` runs one part.
 */
const STAGES: readonly (readonly TestPart[])[] = [
  [BROWSERS, BUILD, TYPES, CONTENT, LINT, UNUSED, RULES],
  [BROWSER, INTEGRATION, UNIT, DEPLOYMENT, POSTGRES, PROCESSES, ENGINES],
];

// Some commands of the product do the same, and would get no turn beside other tests of a higher
// priority.
setPriority(constants.priority.PRIORITY_LOW);
process.exitCode = await runStages(process.argv.slice(2));

async function runStages(names: readonly string[]): Promise<number> {
  rmSync('test-results', { recursive: true, force: true });
  mkdirSync('test-results', { recursive: true });
  const due = names.length === 0 ? listDueDeploymentTests() : DEPLOYMENT_TESTS;
  const isWanted = (part: TestPart) =>
    names.length === 0 ? part !== DEPLOYMENT || due.length > 0 : names.includes(part.name);
  const reports: TestReport[] = [];
  for (const stage of STAGES) {
    const parts = stage
      .filter(isWanted)
      .map((part) => (part === DEPLOYMENT ? runOnly(part, due) : part));
    const waiting = parts.values();
    const runOneByOne = async () => {
      for (const part of waiting) reports.push(await runPart(part, parts.length === 1));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, runOneByOne));
  }
  const missing = isWanted(ENGINES) ? listMissingEngines() : [];
  return printTotals(reports, [
    ...missing,
    ...(due.length < DEPLOYMENT_TESTS.length ? [DEPLOYMENT_LEFT_OUT] : []),
  ]);
}

/** Runs a part. Its output is streamed if it runs alone, otherwise printed when it ends. */
async function runPart(part: TestPart, isAlone: boolean): Promise<TestReport> {
  const start = Date.now();
  if (isAlone) console.log(`\n── ${part.name}`);
  const { status, output } = await spawnPart(part, isAlone);
  if (!isAlone) console.log(`\n── ${part.name}\n${output.trimEnd()}`);
  const report = readReport(part, status === 0);
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'} ${part.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`,
  );
  for (const failure of report.failures) console.error(`  failed: ${failure}`);
  if (status === 0 && part.name === DEPLOYMENT.name) recordDeployment();
  if (status !== 0) console.error(`${part.name} failed: ${part.advice}.`);
  return report;
}

/** Records the files that passed, except those with a test that this machine can't run. */
function recordDeployment(): void {
  const report = readFileSync(`test-results/${DEPLOYMENT.name}.xml`, 'utf8');
  const suites = report.split('<testsuite ').filter((suite) => !suite.includes(NOT_POSSIBLE));
  const passed = DEPLOYMENT_TESTS.filter((test) =>
    suites.some((suite) => suite.startsWith(`name="${test}"`)),
  );
  const file = recordPassedTests(passed);
  if (file !== undefined) console.log(`${file} says now that these tests passed; commit it.`);
}

type FinishedCommand = { readonly status: number | null; readonly output: string };

function spawnPart({ name, command, env }: TestPart, isAlone: boolean): Promise<FinishedCommand> {
  const [program = '', ...args] = command.split(' ');
  const path = program === 'node' ? process.execPath : join('node_modules', '.bin', program);
  const child = spawn(path, args, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...(name === 'browser' && { CHROMIUM_PATH: findBrowser() }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ status: 1, output: message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** A part that writes no report counts as one test. */
function readReport({ name }: TestPart, isGood: boolean): TestReport {
  const report = `test-results/${name}.xml`;
  if (!existsSync(report)) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] };
  const tests = readTestReport(readFileSync(report, 'utf8'));
  return isGood ? tests : { ...tests, failed: Math.max(1, tests.failed) };
}

/**
 * Prints all failures again, the notes, and the numbers of passed and failed tests. Returns the
 * exit code.
 */
function printTotals(reports: readonly TestReport[], notes: readonly string[]): number {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  for (const failure of reports.flatMap(({ failures }) => failures))
    console.error(`failed: ${failure}`);
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function createTestPart(
  name: string,
  command: string,
  advice: string,
  env: Readonly<Record<string, string>> = {},
) {
  return { name, command, advice, env };
}

function runOnly(part: TestPart, tests: readonly string[]): TestPart {
  return { ...part, command: [part.command, ...tests].join(' ') };
}

function createVitestPart(name: string, projects: string): TestPart {
  const reporters = `--reporter=default --reporter=junit --outputFile=test-results/${name}.xml`;
  return createTestPart(
    name,
    `vitest run ${projects} ${reporters}`,
    'npx vitest run <file> runs one file',
  );
}
