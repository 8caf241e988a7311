import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ConfigError, readConfig, VERSION } from './config.ts';
import { didYouMean } from './content/did-you-mean.ts';
import { answers } from './desk/answers/answers.ts';
import { createAudit } from './desk/audit.ts';
import { check } from './desk/check.ts';
import { DeskError } from './desk/desk-error.ts';
import { draw } from './desk/draw.ts';
import { exportCommand } from './desk/export.ts';
import { importCommand } from './desk/import.ts';
import { missing } from './desk/missing/missing.ts';
import { newSite } from './desk/new-site.ts';
import { create } from './desk/new-text.ts';
import { remove } from './desk/remove.ts';
import { rename } from './desk/rename.ts';
import { report } from './desk/report.ts';
import { schemas } from './desk/schemas.ts';
import { verify } from './desk/verify.ts';
import { ExportError } from './export/export-error.ts';
import { ImportError } from './import/import-error.ts';
import { backup, restore } from './publishing/backup.ts';
import { asksForHelp, type Command } from './publishing/command.ts';
import { preview } from './publishing/preview.ts';
import { publish } from './publishing/publish.ts';
import { migrate } from './publishing/publish-to-database.ts';
import { DatabaseError } from './publishing/read-database.ts';
import { describeDiskFailure } from './store/database.ts';
import { StateError } from './store/state/state.ts';
import { BackupError } from './store/state/state-backup.ts';

const BENCH = join(import.meta.dirname, '../bench/bench.ts');

/** An alias of `npm run bench -- search-eval`. */
const searchEval: Command = {
  summary:
    'measures the search on a collection: --docs, --queries (one JSON object per line), --qrels (tab-separated)',
  run: async ({ args }) => {
    const { status } = spawnSync(process.execPath, [BENCH, 'search-eval', ...args], { stdio: 'inherit' });
    return status ?? 1;
  },
};

/** Loaded only for an audit: the server takes a while, and needs a build. */
const audit = createAudit(async (config, store) => {
  const { createBuiltSite } = await import('./server/built-site.ts');
  const app = await createBuiltSite(config, {
    store,
    describeDatabase: () => 'none',
    isReady: () => true,
  });
  return {
    ask: async (address) => {
      const { statusCode, headers, body } = await app.inject({ url: address });
      const [type, location] = [headers['content-type'] ?? '', headers.location];
      return { status: statusCode, type: String(type), location, body };
    },
    close: () => app.close(),
  };
});

/** What `npm run content -- <command>` can do. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', check],
  ['publish', publish],
  ['preview', preview],
  ['backup', backup],
  ['restore', restore],
  ['new-site', newSite],
  ['new', create],
  ['import', importCommand],
  ['export', exportCommand],
  ['verify', verify],
  ['audit', audit],
  ['report', report],
  ['answers', answers],
  ['rename', rename],
  ['remove', remove],
  ['draw', draw],
  ['missing', missing],
  ['schemas', schemas],
  ['migrate', migrate],
  ['search-eval', searchEval],
]);

/** Their messages say what to do. */
const CLEAR_ERRORS = [
  ConfigError,
  StateError,
  BackupError,
  DeskError,
  ImportError,
  ExportError,
  DatabaseError,
];

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await runNamedCommand(name, args);

async function runNamedCommand(name: string, args: readonly string[]): Promise<number> {
  const command = COMMANDS.get(name);
  if (asksForHelp([name])) {
    console.log(formatUsage());
    return 0;
  }
  if (name === '--version') {
    console.log(VERSION);
    return 0;
  }
  if (command === undefined) {
    const advice = didYouMean(name, COMMANDS.keys(), 'choose one of the commands below.');
    console.error(`${name === '' ? '' : `“${name}” is not a command; ${advice}\n`}${formatUsage()}`);
    return 2;
  }
  let dataDir = '';
  try {
    const config = readConfig();
    dataDir = config.dataDir;
    return await command.run({ config, args });
  } catch (error) {
    const isClear = error instanceof Error && CLEAR_ERRORS.some((kind) => error instanceof kind);
    console.error(isClear ? error.message : describeDiskFailure(error, dataDir));
    return 1;
  }
}

function formatUsage(): string {
  const lines = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`);
  return ['Usage: npm run content -- <command>', ...lines].join('\n');
}
