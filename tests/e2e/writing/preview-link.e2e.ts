/** A colleague opens the link to a draft. */
import { rm } from 'node:fs/promises';
import { expect, test as journey, waitForCode } from '../../support/browser/journey.ts';
import { PUBLISHED } from '../../support/browser/start-site.ts';
import { FIXTURE_CONTENT } from '../../support/fixture-content.ts';
import { copyPublished } from '../../support/published-data.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { spawnCommand } from '../../support/spawn-command.ts';

const test = journey.extend<{ readonly link: string }>({
  link: async ({ page }, use) => {
    const dataDir = await copyPublished(PUBLISHED, 'published');
    const environment = {
      CONTENT_DIR: FIXTURE_CONTENT,
      DATA_DIR: dataDir,
      PREVIEW_SECRET: 'x'.repeat(32),
    };
    await spawnCommand(['publish'], environment).ended;
    const server = await startServerProcess(environment, () => undefined);
    const command = ['preview', 'image-alt-texts'];
    const { output } = await spawnCommand(command, { ...environment, SITE_URL: server.origin })
      .ended;
    await use(output.split('\n')[0] ?? '');
    await page.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('the draft is shown without scripts, and its links lead on to published pages', async ({
  page,
  link,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(link, { waitUntil: 'networkidle' });
  await expect(page.getByRole('status')).toHaveText(
    /^Draft: not published\. This link works until .* UTC\.$/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests.filter((path) => /\.js$|^\/api\//.test(path))).toEqual([]);
  const popular = page.getByRole('region', { name: 'Popular Articles' }).getByRole('link').first();
  const title = await popular.textContent();
  await popular.click();
  await waitForCode(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await page.goBack();
  await expect(page.getByRole('status')).toBeVisible();
});
