import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ViewCounter } from '../api/view-counter.ts';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { createApp } from './app.ts';
import { readBuiltAssets } from './built-assets.ts';

const CLIENT_DIR = join(import.meta.dirname, '../../dist/client');
const RENDERER = join(import.meta.dirname, '../../dist/server/render-page.js');

type Surroundings = {
  readonly store: Store;
  readonly describeDatabase: () => string;
  readonly isReady: () => boolean;
  /** Set if another process counts the views. */
  readonly countView?: ViewCounter;
};

/** Throws if there is no build. */
export async function createBuiltSite(config: Config, surroundings: Surroundings): Promise<FastifyInstance> {
  const { renderPage, renderNotice, loadGuide } = await import(pathToFileURL(RENDERER).href);
  return createApp({
    ...config,
    ...surroundings,
    cardDir: join(config.dataDir, 'cards'),
    renderPage,
    renderNotice,
    loadGuide,
    now: () => new Date(),
    findAssets: readBuiltAssets(CLIENT_DIR),
    publicDir: CLIENT_DIR,
  });
}
