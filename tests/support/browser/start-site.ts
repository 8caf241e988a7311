import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIXTURE_CONTENT, ROOT } from '../fixture-content.ts';
import { copyPublished } from '../published-data.ts';
import { startServerProcess } from '../server-process.ts';
import { spawnCommand } from '../spawn-command.ts';

export type StartedSite = {
  /** Scheme, host and port, without a slash. */
  readonly origin: string;
  /**
   * Publishes the content folder while the site runs. Throws with the command's output if it fails.
   */
  readonly publish: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type SiteOptions = {
  /** The content folder; the fixture content by default. */
  readonly contentDir?: string;
  readonly databaseUrl?: string;
};

/** The data folder of the fixture content; `publish-once.ts` writes it before the first journey. */
export const PUBLISHED = join(ROOT, 'test-results/published');

/** A card process may still write while it exits. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/** Serves a folder with the development server; with `--desk` the origin is that of the editor. */
export async function startDevSite(contentDir: string, ...args: readonly string[]) {
  const dataDir = await copyPublished(PUBLISHED, 'empty');
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, DESK_PORT: '0' };
  const server = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
    args,
  });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, REMOVE);
  };
  return { origin: server.origin, stop };
}

/**
 * Serves the content from a new data folder with the built server on a free port. Throws with the
 * server's output if it does not start.
 */
export async function startBuiltSite(options: SiteOptions = {}): Promise<StartedSite> {
  const { contentDir = FIXTURE_CONTENT, databaseUrl } = options;
  const isFixture = contentDir === FIXTURE_CONTENT;
  const dataDir = await copyPublished(PUBLISHED, isFixture ? 'published' : 'empty');
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir };
  const publish = async () => {
    const { status, output } = await spawnCommand(['publish'], env).ended;
    if (status !== 0) throw new Error(output);
  };
  try {
    if (!isFixture) await publish();
    const server = await startServerProcess(
      { ...env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
      (line) => process.stderr.write(`${line}\n`),
    );
    return {
      origin: server.origin,
      publish,
      stop: async () => {
        await server.stop();
        await rm(dataDir, REMOVE);
      },
    };
  } catch (error) {
    await rm(dataDir, REMOVE);
    throw error;
  }
}
