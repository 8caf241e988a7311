import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURE_CONTENT } from '../fixture-content.ts';
import { startServerProcess } from '../server-process.ts';
import { spawnCommand } from '../spawn-command.ts';

export type Site = {
  /** Scheme, host and port, without a slash. */
  readonly origin: string;
  /** Publishes the content folder as it is now, while the site is served. Throws with what the command said. */
  readonly publish: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type SiteOptions = {
  /** Where the content is; the fixture site by default. */
  readonly contentDir?: string;
  readonly databaseUrl?: string;
};

/** A process that draws a card may still write while it ends. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/**
 * Publishes the content into a data folder of its own and serves it there, on a free port, by the built server in a
 * process of its own. Throws with what the server said where it does not start.
 */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { contentDir = FIXTURE_CONTENT, databaseUrl } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'workbench-data-'));
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir };
  const publish = async () => {
    const { status, output } = await spawnCommand(['publish'], env).ended;
    if (status !== 0) throw new Error(output);
  };
  try {
    await publish();
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
