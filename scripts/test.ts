import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { readTestReport, type TestReport } from './test-report.ts';

type Part = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly advice: string;
};

const LINT: Part = {
  name: 'lint',
  command: ['biome', 'check', '--error-on-warnings'],
  advice: 'npm run format corrects most of it',
};
const TYPES: Part = {
  name: 'types',
  command: ['tsc'],
  advice: 'correct the types that the lines above name',
};
const RULES: Part = {
  name: 'rules',
  command: ['node', 'checks/run.ts'],
  advice: 'each line says which rule and where',
};
const UNUSED: Part = {
  name: 'unused',
  command: ['knip', '--no-progress', '--no-config-hints'],
  advice: 'delete what the lines above name, or use it',
};
const CONTENT: Part = {
  name: 'content',
  command: ['node', 'src/content-cli.ts', 'check'],
  advice: 'each line says which text and what to write',
};
const UNIT = createVitestPart('unit', ['--project=unit', '--project=integration']);
const BUILD: Part = {
  name: 'build',
  command: ['node', 'scripts/build.ts'],
  // The guide is part of the build and its images are in the index, so both come from the fixture content.
  env: { CONTENT_DIR: 'tests/fixtures/content' },
  advice: 'the lines above say where the build fails',
};
const PROCESSES = createVitestPart('processes', ['--project=processes']);
const POSTGRES = createVitestPart('postgres', ['--project=postgres']);
const BROWSER: Part = {
  name: 'browser',
  command: ['playwright', 'test', '--reporter=line,junit'],
  env: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'test-results/browser.xml', PLAYWRIGHT_JUNIT_STRIP_ANSI: '1' },
  advice: 'npm run e2e runs the browser journeys alone',
};

/**
 * Everything that `npm test` checks. Stages run one after another, the lanes of a stage in parallel, the parts of a lane one
 * after another. The processes and postgres parts mostly wait for servers, so they run beside CPU-bound parts. `npm test --
 * browser` runs one part.
 */
const STAGES: readonly (readonly (readonly Part[])[])[] = [
  [[LINT, RULES, UNUSED], [TYPES, CONTENT], [BUILD]],
  [
    [UNIT, BROWSER],
    [PROCESSES, POSTGRES],
  ],
];

process.exitCode = await runStages(process.argv.slice(2));

async function runStages(names: readonly string[]): Promise<number> {
  rmSync('test-results', { recursive: true, force: true });
  mkdirSync('test-results', { recursive: true });
  const reports: TestReport[] = [];
  for (const stage of STAGES) {
    const lanes = stage.map((lane) => lane.filter(({ name }) => names.length === 0 || names.includes(name)));
    const isAlone = lanes.flat().length === 1;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const part of lane) reports.push(await runPart(part, isAlone));
      }),
    );
  }
  return printTotals(reports);
}

/** Runs a part. Its output is streamed if it runs alone, otherwise printed when it ends. */
async function runPart(part: Part, isAlone: boolean): Promise<TestReport> {
  const start = Date.now();
  if (isAlone) console.log(`\n── ${part.name}`);
  const { status, output } = await spawnPart(part, isAlone);
  if (!isAlone) console.log(`\n── ${part.name}\n${output.trimEnd()}`);
  const report = readReport(part, status === 0);
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'} ${part.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`,
  );
  for (const failure of report.failures) console.error(`  failed: ${failure}`);
  if (status !== 0) console.error(`${part.name} failed: ${part.advice}.`);
  return report;
}

type Ended = { readonly status: number | null; readonly output: string };

function spawnPart({ name, command: [command, ...args], env }: Part, isAlone: boolean): Promise<Ended> {
  const path = command === 'node' ? process.execPath : join('node_modules', '.bin', command);
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
function readReport({ name }: Part, isGood: boolean): TestReport {
  const report = `test-results/${name}.xml`;
  if (!existsSync(report)) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] };
  const tests = readTestReport(readFileSync(report, 'utf8'));
  return isGood ? tests : { ...tests, failed: Math.max(1, tests.failed) };
}

/** Prints all failures again, and the numbers of passed and failed tests. Returns the exit code. */
function printTotals(reports: readonly TestReport[]): number {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  for (const failure of reports.flatMap(({ failures }) => failures)) console.error(`failed: ${failure}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function createVitestPart(name: string, projects: readonly string[]): Part {
  const report = `--outputFile=test-results/${name}.xml`;
  return {
    name,
    command: ['vitest', 'run', ...projects, '--reporter=default', '--reporter=junit', report],
    advice: 'npx vitest run <file> runs one file',
  };
}
