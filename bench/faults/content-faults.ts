import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';
import { spawnCommand } from '../../tests/support/spawn-command.ts';
import {
  type FaultOutcome,
  type FaultScenario,
  type FaultySite,
  fetchBody,
  fetchStatus,
  SLUG,
  WATCHED_ARTICLE,
  waitFor,
} from './faulty-site.ts';

const PUBLISH_COUNT = 3;
const PUBLISHED_TEXT = `articles/google-ads/google-search/${SLUG}.md`;

/** What can happen to what is published while the server runs. */
export const CONTENT_FAULTS: readonly FaultScenario[] = [
  {
    name: 'an article is published again and again while readers read',
    wanted: 'no read fails, and the last version is shown',
    run: publishOften,
  },
  {
    name: 'the index is overwritten while the server runs',
    wanted: 'no wrong page: the published one or 503, and in the end the published one',
    run: async (site) => overwriteFiles(site, WATCHED_ARTICLE, [join(site.dataDir, 'index.sqlite')]),
  },
  {
    name: 'the clock goes 30 days back',
    wanted: 'all articles stay live, in a running server and in one that starts',
    run: setClockBack,
  },
];

async function setClockBack(site: FaultySite): Promise<FaultOutcome> {
  const file = join(site.dataDir, '../clock');
  writeFileSync(file, '0');
  const preload = pathToFileURL(join(import.meta.dirname, '../../tests/support/shift-clock.ts'));
  preload.searchParams.set('file', file);
  const environment = { NODE_OPTIONS: `--import=${preload}` };
  const { origin, stop } = await site.start({ environment });
  const addresses = await listArticleAddresses(origin);
  writeFileSync(file, String(-30 * 24 * 60 * 60 * 1_000));
  const running = await countFailedAnswers(origin, addresses);
  await stop();
  const again = await site.start({ environment });
  const started = await countFailedAnswers(again.origin, addresses);
  return {
    measured: `of ${addresses.length} articles ${running} are missing in the running server, ${started} in one that starts`,
    isHeld: running + started === 0 && addresses.length > 0,
  };
}

async function listArticleAddresses(origin: string): Promise<readonly string[]> {
  const { body } = await fetchBody(`${origin}${endpoints.posts.address({})}`);
  const posts: readonly { readonly slug: string }[] = JSON.parse(body);
  return posts.map(({ slug }) => endpoints.post.address({ slug }));
}

async function countFailedAnswers(origin: string, addresses: readonly string[]): Promise<number> {
  let missing = 0;
  for (const address of addresses) if ((await fetchStatus(`${origin}${address}`)) !== 200) missing += 1;
  return missing;
}

async function publishOften(site: FaultySite): Promise<FaultOutcome> {
  const contentDir = join(site.dataDir, '../content');
  cpSync('content', contentDir, { recursive: true });
  const { origin } = await site.start({ environment: { CONTENT_DIR: contentDir } });
  let isOver = false;
  const statuses: Record<string, number> = {};
  const paths = [WATCHED_ARTICLE, pages.home(), endpoints.post.address({ slug: SLUG })];
  const read = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const status = await fetchStatus(
        `${origin}${paths[turn % paths.length]}${turn % 2 === 0 ? '' : `?x=${turn}`}`,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const readers = [read(), read()];
  for (let version = 1; version <= PUBLISH_COUNT; version += 1) {
    const path = join(contentDir, PUBLISHED_TEXT);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nThis is version ${version} of the text.\n`);
    const { status, output } = await spawnCommand(['publish'], {
      CONTENT_DIR: contentDir,
      DATA_DIR: site.dataDir,
    }).ended;
    if (status !== 0) throw new Error(output);
  }
  const shown = await waitFor(async () =>
    (await fetchBody(`${origin}${WATCHED_ARTICLE}`)).body.includes(`version ${PUBLISH_COUNT} of`),
  );
  isOver = true;
  await Promise.all(readers);
  const isHeld = shown !== undefined && Object.keys(statuses).join() === '200';
  return {
    measured: `answers ${JSON.stringify(statuses)}; last version ${shown === undefined ? 'not shown' : 'shown'}`,
    isHeld,
  };
}

async function overwriteFiles(
  site: FaultySite,
  path: string,
  files: readonly string[],
): Promise<FaultOutcome> {
  const { origin } = await site.start();
  const { body: published } = await fetchBody(`${origin}${path}`);
  for (const file of files) overwriteMiddle(file);
  let [wrong, unavailable] = [0, 0];
  const restored = await waitFor(async () => {
    const { status, body } = await fetchBody(`${origin}${path}?x=${unavailable}`);
    if (status === 503) unavailable += 1;
    else if (status !== 200 || stripQuery(body) !== stripQuery(published)) wrong += 1;
    return (await fetchStatus(`${origin}${pages.search(`budget ${unavailable}`)}`)) === 200 && status === 200;
  });
  return {
    measured: `${wrong} wrong answers, ${unavailable} times 503, right after ${restored?.toFixed(1) ?? 'never'} s`,
    isHeld: wrong === 0 && restored !== undefined,
  };
}

/** A page shows its own address in links to share it. */
function stripQuery(body: string): string {
  return body.replaceAll(/\?x=\d+/g, '');
}

function overwriteMiddle(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2));
  writeFileSync(file, bytes);
}
