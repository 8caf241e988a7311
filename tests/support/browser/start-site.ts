import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURE_CONTENT } from '../fixture-content.ts';
import { startServerProcess } from '../server-process.ts';
import { spawnCommand } from '../spawn-command.ts';

export type Site = {
  /** Scheme, host and port, without a slash. */
  readonly origin: string;
  /** Publishes the content folder while the site runs. Throws with the command's output if it fails. */
  readonly publish: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type SiteOptions = {
  /** The content folder; the fixture content by default. */
  readonly contentDir?: string;
  readonly databaseUrl?: string;
};

/** A card process may still write while it exits. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/**
 * Publishes the content into a new data folder and serves it with the built server on a free port. Throws with the server's
 * output if it does not start.
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
