import { hash } from 'node:crypto';
import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const THEME = /\/assets\/theme-[0-9a-f]{16}\.css$/;
const CODINGS = ['br', 'gzip', 'identity'];

test('every script and style sheet matches its integrity hash in each content encoding, and no file is requested twice or from elsewhere', async ({
  page,
  visit,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(ARTICLE);
  const files = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLScriptElement>('script[src]'),
      ...document.querySelectorAll<HTMLLinkElement>(
        'link[rel="stylesheet"], link[rel="modulepreload"]',
      ),
    ].map((element) => ({
      address: element instanceof HTMLScriptElement ? element.src : element.href,
      integrity: element.integrity,
    })),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const { address, integrity } of files) {
    for (const coding of CODINGS) {
      const answer = await fetch(address, { headers: { 'accept-encoding': coding } });
      const decoded = new Uint8Array(await answer.arrayBuffer());
      // An outdated page gets the present theme at the address of the old one.
      const expected = THEME.test(address) ? '' : `sha384-${hash('sha384', decoded, 'base64')}`;
      expect([address, integrity]).toEqual([address, expected]);
    }
  }
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(new Set([site.origin]));
});

test('a script that was changed in transit does not run', async ({ page, expectProblem }) => {
  expectProblem(/integrity|digest/);
  await page.route(/\/assets\/browser-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `document.title = 'changed';${await response.text()}` });
  });
  const refused = page.waitForEvent('console', (message) => /digest/.test(message.text()));
  await page.goto(ARTICLE);
  await refused;
  await expect(page).not.toHaveTitle('changed');
});
