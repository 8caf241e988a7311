import {
  asksForHelp,
  type Command,
  type CommandRun,
  createCommand,
} from './command/create-command.ts';
import { IMPORT_SUMMARY, IMPORT_USAGE, loadImportPackage } from './command/import-package.ts';
import { ConfigError, provideTypefaces, readConfig, VERSION } from './config.ts';
import { didYouMean } from './content/did-you-mean.ts';
import { OwnerError } from './content/owner-error.ts';
import { completePlaces } from './desk/complete-places.ts';
import { DeskError } from './desk/desk-error.ts';
import { isKindOfText, newText, refuseMisspelledKind } from './desk/new.ts';
import { ExportError } from './export/export-error.ts';
import { DatabaseError } from './publishing/database-error.ts';

const report = createCommand(
  'report [--days <number>] [--html <file>] [--csv <folder>] [--json]',
  'tells what readers read, where they come from, what they search for and which addresses they miss',
  async () => (await import('./desk/report.ts')).report,
);

/** What the launcher in `bin` does; it passes on only what has further arguments. */
const LAUNCHED = [
  ['start', 'publishes, and serves the site at http://localhost:3000 (HOST, PORT)'],
  ['dev', 'serves the site with drafts and findings, and shows each change at once'],
  ['desk', 'does the same, with an editor at http://localhost:3100 (DESK_PORT)'],
] as const;

/**
 * What `npm run content -- <command>` can do. What a command imports is loaded when it runs: loading all
 * takes two seconds.
 */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...LAUNCHED.map(([name, summary]) => [name, createLaunchedCommand(name, summary)] as const),
  [
    'check',
    createCommand(
      'check [<path>] [--advice <rule>] [--fix]',
      'lists the errors and the advice for all content, or one file or folder; --advice lists all advice of one rule, and --fix rewrites links that redirect',
      async () => (await import('./desk/check.ts')).check,
    ),
  ],
  [
    'publish',
    createCommand(
      'publish [--strict] [--dry-run] [--allow-deletions] [--allow-gone] [--at-start]',
      'checks, then publishes to PostgreSQL (DATABASE_URL) or else to this machine’s index; a text with errors keeps its last version, and --strict publishes nothing then',
      async () => (await import('./publishing/publish.ts')).publish,
    ),
  ],
  [
    'preview',
    createCommand(
      'preview <slug>',
      'prints a link, good for seven days, that shows a draft or a scheduled article on the running site',
      async () => (await import('./publishing/preview.ts')).preview,
    ),
  ],
  [
    'backup',
    createCommand(
      'backup <file> [--overwrite]',
      'copies the content folder, ids, views and retired addresses to a .zip, or without the folder to a .sqlite, also while the site runs',
      async () => (await import('./publishing/backup.ts')).backup,
    ),
  ],
  [
    'restore',
    createCommand(
      'restore <file> [--to <folder>] [--state-only]',
      'restores a backup, keeps the previous state beside it, and publishes; the server has to be stopped, and the content folder absent or empty unless --state-only leaves it as it is',
      async () => (await import('./publishing/backup.ts')).restore,
    ),
  ],
  ['new-site', createSiteCommand('new-site')],
  ['new', createNewCommand()],
  [
    'import',
    createCommand(
      IMPORT_USAGE,
      IMPORT_SUMMARY,
      async () => (await loadImportPackage()).importCommand,
    ),
  ],
  [
    'export',
    createCommand(
      'export [--format <format>] [--to <file or folder>] [--from-database] [--overwrite]',
      'writes the whole site as markdown (a content folder), json, wxr (for WordPress) or ghost',
      async () => (await import('./desk/export.ts')).exportCommand,
    ),
  ],
  [
    'verify',
    createCommand(
      'verify <backup or export> [--site <address>]',
      'builds a site from a backup or an export in a temporary folder, and compares every address with the running site, or with the present content folder',
      async () => (await import('./desk/verify.ts')).verify,
    ),
  ],
  [
    'audit',
    createCommand(
      'audit [--html <file>] [--json] [--external] [--all] [--fail-on <weight>] [--months <months>]',
      'checks the pages that search engines and readers get, explains each finding and computes a score',
      loadAudit,
    ),
  ],
  [
    'report',
    { ...report, run: ({ config, args }) => report.run({ config, args: completePlaces(args) }) },
  ],
  [
    'answers',
    createCommand(
      'answers [<text>] [--write]',
      'proposes questions for the answers of a text, or of all, from what readers searched for; --write adds them to the front matter',
      async () => (await import('./desk/answers/answers.ts')).answers,
    ),
  ],
  [
    'rename',
    createCommand(
      'rename <old> <new> [--dry-run]',
      'moves a text with its pictures and downloads, rewrites the links to it, and redirects its old address',
      async () => (await import('./desk/rename.ts')).rename,
    ),
  ],
  [
    'remove',
    createCommand(
      'remove <text> [--to <address>] [--gone] [--dry-run]',
      'removes a text with its pictures and downloads, and leads its address to another one or marks it as gone',
      async () => (await import('./desk/remove.ts')).remove,
    ),
  ],
  [
    'draw',
    createCommand(
      'draw',
      'draws the forms that drawings/*.yaml describes, beside the texts of the same names',
      async () => (await import('./desk/draw.ts')).draw,
    ),
  ],
  [
    'missing',
    createCommand(
      'missing [--write] [--days <number>] [--json]',
      'lists requested addresses without a page, and the page that each probably means; --write adds redirects for the sure ones',
      async () => (await import('./desk/missing/missing.ts')).missing,
    ),
  ],
  [
    'upgrade',
    createCommand(
      'upgrade [--dry-run]',
      'changes what this version of the program wants changed in the folder of the site',
      async () => (await import('./desk/upgrade.ts')).upgrade,
    ),
  ],
  [
    'schemas',
    createCommand(
      'schemas <folder>',
      'writes JSON Schemas of site.yaml and front matter, by which editors complete and check',
      async () => (await import('./desk/schemas.ts')).schemas,
    ),
  ],
  [
    'migrate',
    createCommand(
      'migrate',
      'creates or updates PostgreSQL’s tables; running it again changes nothing',
      async () => (await import('./publishing/publish-to-database.ts')).migrate,
    ),
  ],
]);

function createLaunchedCommand(name: string, summary: string): Command {
  return createCommand(name, summary, async () => async () => {
    console.error(`${name} is started by: npx marketing-workbench ${name}`);
    return 2;
  });
}

/** Begins a text of a kind, or a site. */
function createNewCommand(): Command {
  const site = createSiteCommand('new');
  return {
    summary: `${site.summary}; or begins a text: ${newText.summary}`,
    run: async ({ config, args }) => {
      const [first = ''] = args;
      refuseMisspelledKind(first);
      const isText = first === '' || isKindOfText(first);
      if (!asksForHelp([first])) return (isText ? newText : site).run({ config, args });
      await site.run({ config, args });
      return newText.run({ config, args });
    },
  };
}

function createSiteCommand(command: string): Command {
  return createCommand(
    `${command} <folder> [--name <text>] [--domain <host>] [--description <text>] [--categories <names>] [--colour <hex>] [--language <tag>]`,
    'creates the folder of a new site, which can be served at once, and asks for what no flag gives; or adds to a folder with content what is missing to run it',
    async () => (await import('./desk/new-site.ts')).newSite,
  );
}

const [name = '', ...args] = process.argv.slice(2);
provideTypefaces();
process.exitCode = await runNamedCommand(name, args);

async function runNamedCommand(name: string, args: readonly string[]): Promise<number> {
  const command = COMMANDS.get(name);
  if (name === 'help' || asksForHelp([name])) {
    console.log(formatUsage());
    return 0;
  }
  if (name === '--version') {
    console.log(VERSION);
    return 0;
  }
  if (command === undefined) {
    const advice = didYouMean(name, COMMANDS.keys(), 'choose one of the commands below.');
    console.error(
      `${name === '' ? '' : `“${name}” is not a command; ${advice}\n`}${formatUsage()}`,
    );
    return 2;
  }
  let dataDir = '';
  try {
    const config = readConfig();
    dataDir = config.dataDir;
    return await command.run({ config, args });
  } catch (error) {
    console.error(await describeError(error, dataDir));
    return 1;
  }
}

async function describeError(error: unknown, dataDir: string): Promise<string> {
  const { StateError } = await import('./store/state/state.ts');
  const { BackupError } = await import('./store/state/state-backup.ts');
  const { describeDiskFailure } = await import('./store/database.ts');
  /** Their messages say what to do. */
  const clear = [
    ConfigError,
    StateError,
    BackupError,
    DeskError,
    OwnerError,
    ExportError,
    DatabaseError,
  ];
  const isClear = error instanceof Error && clear.some((kind) => error instanceof kind);
  return isClear ? error.message : describeDiskFailure(error, dataDir);
}

function formatUsage(): string {
  const lines = Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`);
  return ['Usage: npx marketing-workbench <command>', ...lines].join('\n');
}

async function loadAudit(): Promise<CommandRun> {
  const { createAudit } = await import('./desk/audit.ts');
  return createAudit(async (config, store) => {
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
