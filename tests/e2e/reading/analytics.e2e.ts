/**
 * The services are stand-ins: their scripts do what the real ones do with the page, and the network
 * goes no further.
 */
import type { BrowserContext } from '@playwright/test';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { GARDEN_FILES, writeShapes } from '../../support/content-shapes.ts';

const HOSTS =
  /^https:\/\/(?:stats\.example\.com|cloud\.umami\.is|gateway\.umami\.is|www\.googletagmanager\.com|region1\.google-analytics\.com)\//;
const UUID = '94db1cb1-74f4-4a40-ad6c-962362670409';

/** Each sends what it was told as JSON to the receiver. */
const SCRIPTS: Readonly<Record<string, string>> = {
  plausible: `const { api, domain } = document.currentScript.dataset;
    const send = () => fetch(api, { method: 'POST', body: domain + ' ' + location.pathname });
    const push = history.pushState;
    history.pushState = function () { push.apply(this, arguments); send(); };
    send();`,
  umami: `const { hostUrl, websiteId } = document.currentScript.dataset;
    const send = () => fetch(hostUrl + '/api/send', { method: 'POST', body: websiteId + ' ' + location.pathname });
    const push = history.pushState;
    history.pushState = function () { push.apply(this, arguments); send(); };
    send();`,
  google: `const find = (name) => dataLayer.find((one) => String(one) === '[object Arguments]' && one[0] === name);
    const send = () => navigator.sendBeacon('https://region1.google-analytics.com/g/collect', find('config')[1] + ' ' + location.pathname);
    const push = history.pushState;
    history.pushState = function () { push.apply(this, arguments); send(); };
    if (find('js')) send();`,
  goatcounter: `const { goatcounter: api } = document.currentScript.dataset;
    window.goatcounter = { count: ({ path, title }) => navigator.sendBeacon(api + '?p=' + path, title) };
    window.goatcounter.count({ path: location.pathname, title: document.title });`,
  matomo: `const settings = {};
    const run = ([name, value = true]) => {
      if (name === 'trackPageView')
        fetch(settings.setTrackerUrl, { method: settings.setRequestMethod, body: JSON.stringify({ ...settings, page: location.pathname }) });
      else settings[name] = value;
    };
    window._paq.forEach(run);
    window._paq.push = run;`,
};

const SERVICES = [
  [
    'plausible',
    'host: stats.example.com',
    ['www.longborder.example /', 'www.longborder.example /water'],
  ],
  ['umami', `id: ${UUID}`, [`${UUID} /`, `${UUID} /water`]],
  ['google', 'id: G-ABCD123456', ['G-ABCD123456 /', 'G-ABCD123456 /water']],
  ['goatcounter', 'host: stats.example.com', ['The Long Border', 'Water']],
  [
    'matomo',
    'host: stats.example.com, id: 7',
    ['"disableCookies":true', '"setDocumentTitle":"Water'],
  ],
] as const;

for (const [service, settings, [first, second]] of SERVICES) {
  test(`${service} counts the first page and one opened in place, within the policy`, async ({
    context,
    openSite,
  }) => {
    const contentDir = await writeShapes({
      ...GARDEN_FILES,
      'site.yaml': `${GARDEN_FILES['site.yaml']}\nanalytics: { service: ${service}, ${settings} }\n`,
    });
    const { origin } = await openSite(contentDir);
    const sent = await standIn(context, SCRIPTS[service] ?? '');
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await waitForCode(page);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toContain(first);
    await page.getByRole('main').getByRole('link', { name: 'Water' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Water' })).toBeVisible();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toContain(second);
    expect(await context.cookies()).toEqual([]);

    const refusing = await context.newPage();
    await refusing.addInitScript(
      "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })",
    );
    await refusing.goto(`${origin}/`);
    await waitForCode(refusing);
    await refusing.getByRole('main').getByRole('link', { name: 'Water' }).first().click();
    await expect(refusing.getByRole('heading', { level: 1, name: 'Water' })).toBeVisible();
    expect(sent).toHaveLength(2);
  });
}

/**
 * Returns the bodies that the service receives. A refusal of the policy is an error in the console,
 * which fails a journey.
 */
async function standIn(context: BrowserContext, script: string): Promise<readonly string[]> {
  const sent: string[] = [];
  await context.route(HOSTS, async (route) => {
    const request = route.request();
    if (request.method() === 'GET')
      return route.fulfill({ contentType: 'text/javascript', body: `{${script}}` });
    sent.push(request.postData() ?? '');
    return route.fulfill({ status: 204, headers: { 'Access-Control-Allow-Origin': '*' } });
  });
  return sent;
}
