import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { startSite } from '../support/started-site.ts';

test('a start with a bad text serves the content that was published before, publishes the other texts, and says what is wrong', async () => {
  const folder = await createFolder();
  const contentDir = join(folder, 'content');
  await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
  const first = start(folder, contentDir);
  expect((await fetch(`${await first.origin}/seo`)).status).toBe(200);
  await first.stop();

  await writeFile(
    join(contentDir, 'guides', 'bad-text.md'),
    '---\ntitle: 7\n---\nA text without a summary.\n',
  );
  const good = join(contentDir, 'guides', 'google-ads-coupon-codes.md');
  await cp(good, join(contentDir, 'guides', 'good-text.md'));
  await writeFile(good, 'Without front matter.');
  const second = start(folder, contentDir);
  for (const [address, status] of [
    ['/seo', 200],
    ['/google-ads-coupon-codes', 200],
    ['/good-text', 200],
    ['/bad-text', 404],
  ] as const)
    expect((await fetch(`${await second.origin}${address}`)).status, address).toBe(status);
  await second.stop();
  expect(second.output()).toContain('bad-text.md:2 title is not a text');
  expect(second.output()).toContain(
    'HELD BACK until corrected: content/guides/bad-text.md (not published yet), content/guides/google-ads-coupon-codes.md (its last version stays).',
  );

  const third = start(folder, join(folder, 'nowhere'));
  expect((await fetch(`${await third.origin}/seo`)).status).toBe(200);
  await third.stop();
  expect(third.output()).toContain('nowhere is not a folder');
  expect(third.output()).toContain('NOT PUBLISHED: readers get what was published before.');
});

test('a start without content says what to do', async () => {
  const folder = await createFolder();
  await mkdir(join(folder, 'empty'));
  for (const name of ['nowhere', 'empty']) {
    const site = start(folder, join(folder, name));
    await expect(site.origin).rejects.toThrow('The site ended with status 1:');
    expect(site.output()).toContain(name);
    expect(site.output()).toContain('npx marketing-workbench new <folder>');
  }
});

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-start-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

/** `npm start` without npm. */
function start(folder: string, contentDir: string) {
  return startSite({
    cwd: ROOT,
    command: ['node', 'scripts/bootstrap.mjs', 'start'],
    environment: { CONTENT_DIR: contentDir, DATA_DIR: join(folder, 'data') },
  });
}
