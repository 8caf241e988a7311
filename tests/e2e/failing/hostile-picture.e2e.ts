import { expect, test } from '../../support/browser/journey.ts';

/**
 * Each part that runs or loads something is observable as an attribute of the root or as a request.
 */
const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200" onload="document.documentElement.id = 'onload'">
  <script>document.documentElement.setAttribute('class', 'script'); fetch('/api/posts?hostile')</script>
  <style>@import "/hostile.css"; rect { fill: url(/hostile.svg#a) }</style>
  <image href="/hostile.png" width="9" height="9"/><use href="/hostile-use.svg#a"/>
  <foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/hostile-frame"/></foreignObject>
  <rect width="360" height="200"/>
</svg>`;

for (const { policy, traces, isLoading } of [
  { policy: 'its policy, it runs and loads nothing', traces: [null, null], isLoading: false },
  { policy: 'no policy, it would', traces: ['onload', 'script'], isLoading: true },
]) {
  test(`a hostile SVG opened by its own URL: under ${policy}`, async ({ page, expectProblem }) => {
    expectProblem(/Framing|status of 404|hostile|csp|sandbox|favicon/i);
    await page.goto('/google-ads/google-search/keyword-match-types');
    const figure = page
      .getByRole('figure')
      .getByRole('link', { name: /^Three boxes from wide to narrow/ });
    const address = (await figure.getAttribute('href')) ?? '';
    await page.route(`**${address}`, async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      if (isLoading) delete headers['content-security-policy'];
      await route.fulfill({ status: response.status(), headers, body: HOSTILE_SVG });
    });
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(response.url()));
    await page.goto(address, { waitUntil: 'networkidle' });
    const root = page.locator('svg').first();
    await expect(root).toBeAttached();
    expect([await root.getAttribute('id'), await root.getAttribute('class')]).toEqual(traces);
    expect(loaded.some((url) => url.includes('hostile'))).toBe(isLoading);
  });
}
