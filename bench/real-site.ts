import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pages } from '../src/site/addresses.ts';
import { type Site, startSite } from '../tests/support/browser/start-site.ts';
import { spawnCommand } from '../tests/support/spawn-command.ts';

const CONTENT = resolve('content');

/** A page of each kind, of the site's own content. */
export const PAGE_KINDS: ReadonlyMap<string, string> = new Map([
  ['home', pages.home()],
  ['category', pages.category('google-ads')],
  [
    'article',
    pages.article({ category: 'google-ads', subcategory: 'google-search', slug: 'keyword-match-types' }),
  ],
  ['guide', pages.guide()],
  ['search', pages.search('keyword')],
]);

/** Builds the site for its own content, publishes it into a data folder of its own and serves it on a free port. */
export async function startRealSite(): Promise<Site> {
  buildRealSite();
  return startSite({ contentDir: CONTENT });
}

/** Builds the site for its own content, and publishes it into the data folder. */
export async function publishRealSite(dataDir: string): Promise<void> {
  buildRealSite();
  const { status, output } = await spawnCommand(['publish'], { CONTENT_DIR: CONTENT, DATA_DIR: dataDir })
    .ended;
  if (status !== 0) throw new Error(output);
}

function buildRealSite(): void {
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'ignore', env: { CONTENT_DIR: CONTENT } });
}
