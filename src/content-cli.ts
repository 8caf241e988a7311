import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ConfigError, readConfig, VERSION } from './config.ts';
import { didYouMean } from './content/did-you-mean.ts';
import { OwnerError } from './content/owner-error.ts';
import { DeskError } from './desk/desk-error.ts';
import { ExportError } from './export/export-error.ts';
import { asksForHelp, type Command } from './publishing/command.ts';
import { DatabaseError } from './publishing/database-error.ts';
import { describeDiskFailure } from './store/database.ts';
import { StateError } from './store/state/state.ts';
import { BackupError } from './store/state/state-backup.ts';

const BENCH = join(import.meta.dirname, '../bench/bench.ts');

/** An alias of `npm run bench -- search-eval`. */
const searchEval: Command = {
  summary:
    'measures the search on a collection: --docs, --queries (one JSON object per line), --qrels (tab-separated)',
  run: async ({ args }) => {
    const { status } = spawnSync(process.execPath, [BENCH, 'search-eval', ...args], {
      stdio: 'inherit',
    });
    return status ?? 1;
  },
};

/**
 * What `npm run content -- <command>` can do. Each command is loaded alone, since loading all takes
 * more than a second.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['check', async () => (await import('./desk/check.ts')).check],
  ['publish', async () => (await import('./publishing/publish.ts')).publish],
  ['preview', async () => (await import('./publishing/preview.ts')).preview],
  ['backup', async () => (await import('./publishing/backup.ts')).backup],
  ['restore', async () => (await import('./publishing/backup.ts')).restore],
  ['new-site', async () => (await import('./desk/new-site.ts')).newSite],
  ['new', async () => (await import('./desk/new-text.ts')).newText],
  ['import', async () => (await import('./desk/import.ts')).importCommand],
  ['export', async () => (await import('./desk/export.ts')).exportCommand],
  ['verify', async () => (await import('./desk/verify.ts')).verify],
  ['audit', loadAudit],
  ['report', async () => (await import('./desk/report.ts')).report],
  ['answers', async () => (await import('./desk/answers/answers.ts')).answers],
  ['rename', async () => (await import('./desk/rename.ts')).rename],
  ['remove', async () => (await import('./desk/remove.ts')).remove],
  ['draw', async () => (await import('./desk/draw.ts')).draw],
  ['missing', async () => (await import('./desk/missing/missing.ts')).missing],
  ['schemas', async () => (await import('./desk/schemas.ts')).schemas],
  ['migrate', async () => (await import('./publishing/publish-to-database.ts')).migrate],
  ['search-eval', async () => searchEval],
]);

/** Their messages say what to do. */
const CLEAR_ERRORS = [
  ConfigError,
  StateError,
  BackupError,
  DeskError,
  OwnerError,
  ExportError,
  DatabaseError,
];

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await runNamedCommand(name, args);

async function runNamedCommand(name: string, args: readonly string[]): Promise<number> {
  const load = COMMANDS.get(name);
  if (asksForHelp([name])) {
    console.log(await formatUsage());
    return 0;
  }
  if (name === '--version') {
    console.log(VERSION);
    return 0;
  }
  if (load === undefined) {
    const advice = didYouMean(name, COMMANDS.keys(), 'choose one of the commands below.');
    console.error(
      `${name === '' ? '' : `“${name}” is not a command; ${advice}\n`}${await formatUsage()}`,
    );
    return 2;
  }
  let dataDir = '';
  try {
    const config = readConfig();
    dataDir = config.dataDir;
    const command = await load();
    return await command.run({ config, args });
  } catch (error) {
    const isClear = error instanceof Error && CLEAR_ERRORS.some((kind) => error instanceof kind);
    console.error(isClear ? error.message : describeDiskFailure(error, dataDir));
    return 1;
  }
}

async function formatUsage(): Promise<string> {
  const lines = await Promise.all(
    Array.from(COMMANDS, async ([name, load]) => `  ${name.padEnd(12)}${(await load()).summary}`),
  );
  return ['Usage: npm run content -- <command>', ...lines].join('\n');
}

async function loadAudit(): Promise<Command> {
  const { createAuditCommand } = await import('./desk/audit.ts');
  return createAuditCommand(async (config, store) => {
    // The server takes a while, and needs a build.
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
}
