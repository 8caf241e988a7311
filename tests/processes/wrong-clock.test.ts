/**
 * The clock of a real server, and of the programs that publish, goes back, jumps ahead and is
 * corrected.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ARTICLE_ADDRESS, formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE = { timeout: 60_000, interval: 50 };

test('with the clock 30 days back nothing vanishes, not when it is published nor when the index is rebuilt', async () => {
  const site = await createClockSite({ known: -DAY_MS, newest: -HOUR_MS, soon: 12 * HOUR_MS });
  expect((await site.publish()).output).toContain('Published 3 live articles, 1 scheduled');
  await site.start();
  const all = [200, 200, 404];
  expect(await site.readStatuses('known', 'newest', 'soon')).toEqual(all);
  site.shiftClock(-30 * DAY_MS);
  expect(await site.readStatuses('known', 'newest', 'soon')).toEqual(all);

  site.write(
    'known',
    -DAY_MS,
    'An edited text, which links to [the newest](/seo/local-seo/newest).',
  );
  const edited = await site.publish();
  expect(edited).toMatchObject({ status: 0 });
  expect(edited.output).toContain('Published 3 live articles, 1 scheduled');
  expect(edited.output).toContain('0 added, 1 changed, 0 removed');
  await vi.waitFor(
    async () => expect(await site.read('known')).toContain('An edited text'),
    PATIENCE,
  );
  expect(await site.readStatuses('known', 'newest', 'soon')).toEqual(all);

  // By this clock the article would link to one that is not live yet.
  site.shiftClock(-12 * HOUR_MS);
  expect(await site.check()).toMatchObject({
    status: 0,
    output: expect.stringContaining('3 live articles, 1 scheduled'),
  });

  site.write('known', -DAY_MS);
  site.remove('newest');
  const removed = await site.publish();
  expect(removed).toMatchObject({ status: 1 });
  expect(removed.output).toContain('/seo/local-seo/newest was published and is about to vanish');
  site.write('newest', -HOUR_MS);

  await site.stop();
  rmSync(join(site.dataDir, 'index.sqlite'));
  await site.start();
  await vi.waitFor(
    async () => expect(await site.readStatuses('known', 'newest', 'soon')).toEqual(all),
    PATIENCE,
  );
  site.shiftClock(0);
  expect(await site.readStatuses('known', 'newest', 'soon')).toEqual(all);
});

test.for(['1', '2'])(
  'what went live while the clock was ahead stays live and is announced once, with %s workers',
  async (workers) => {
    const { url, received, stop } = await startReceiver();
    onTestFinished(stop);
    const site = await createClockSite({ known: -DAY_MS, soon: 12 * HOUR_MS });
    await site.publish();
    await site.start({ PURGE_URL: url, WORKERS: workers });
    site.shiftClock(DAY_MS);
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE);
    site.shiftClock(0);
    site.write('later', 6 * HOUR_MS);
    await site.publish();
    await vi.waitFor(
      async () =>
        expect(await site.readStatuses('known', 'soon', 'later')).toEqual([200, 200, 404]),
      PATIENCE,
    );

    site.shiftClock(7 * HOUR_MS);
    await vi.waitFor(() => expect(received).toHaveLength(2), PATIENCE);
    expect(await site.readStatuses('known', 'soon', 'later')).toEqual([200, 200, 200]);
    site.shiftClock(-30 * DAY_MS);
    expect(await site.readStatuses('known', 'soon', 'later')).toEqual([200, 200, 200]);
    await site.stop();
    expect(received.map((body) => JSON.parse(body).tags.at(-1))).toEqual([
      'post-soon',
      'post-later',
    ]);
  },
);

/** A site whose articles have these dates, in milliseconds from now, besides the base article. */
async function createClockSite(dates: Readonly<Record<string, number>>) {
  const contentDir = await writeContentFolder();
  const dataDir = createDataDir();
  const clock = join(createDataDir(), 'shift');
  const preload = new URL('../support/shift-clock.ts', import.meta.url);
  preload.searchParams.set('file', clock);
  const environment = {
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${preload.href}`,
  };
  const start = Date.now();
  const place = (slug: string) => join(contentDir, 'articles/seo/local-seo', `${slug}.md`);
  const write = (slug: string, after: number, body?: string) => {
    const publishedAt = new Date(start + after).toISOString().slice(0, 16).replace('T', ' ');
    writeFileSync(place(slug), formatArticle({ title: `Article ${slug}`, publishedAt }, body));
  };
  const shiftClock = (milliseconds: number) => {
    writeFileSync(`${clock}.new`, String(milliseconds));
    renameSync(`${clock}.new`, clock);
  };
  shiftClock(0);
  for (const [slug, after] of Object.entries(dates)) write(slug, after);
  const publish = () => spawnCommand(['publish'], environment).ended;
  let server: Awaited<ReturnType<typeof startServerProcess>> | undefined;
  onTestFinished(async () => server?.stop());
  const ask = (slug: string) =>
    fetch(`${server?.origin}${ARTICLE_ADDRESS.replace('base-article', slug)}`);
  return {
    dataDir,
    write,
    shiftClock,
    publish,
    check: () => spawnCommand(['check'], environment).ended,
    remove: (slug: string) => rmSync(place(slug)),
    start: async (more: Readonly<Record<string, string>> = {}) => {
      server = await startServerProcess({ ...environment, ...more }, () => undefined);
    },
    stop: async () => server?.stop(),
    read: async (slug: string) => (await ask(slug)).text(),
    readStatuses: (...slugs: readonly string[]) =>
      Promise.all(slugs.map(async (slug) => (await ask(slug)).status)),
  };
}
