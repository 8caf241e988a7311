import { expect, test } from 'vitest';
import { compileFiles } from '../support/content-shapes.ts';
import { createTestSite } from '../support/test-site.ts';

const ARTICLE = '---\ntitle: Local search\npublishedAt: 2026-02-01\n---\n\nWords of an article.\n';
const UUID = '94db1cb1-74f4-4a40-ad6c-962362670409';

const SERVICES = [
  {
    setting: '{ service: plausible }',
    script: ['https://plausible.io'],
    connect: ['https://plausible.io'],
    tag: 'data-analytics="plausible" data-script="https://plausible.io/js/script.js" data-receiver="https://plausible.io/api/event" data-site="www.marketingworkbench.example"',
  },
  {
    setting: '{ service: plausible, host: stats.example.com:8443, id: shop.example }',
    script: ['https://stats.example.com:8443'],
    connect: ['https://stats.example.com:8443'],
    tag: 'data-script="https://stats.example.com:8443/js/script.js" data-receiver="https://stats.example.com:8443/api/event" data-site="shop.example"',
  },
  {
    setting: `{ service: umami, id: ${UUID} }`,
    script: ['https://cloud.umami.is'],
    connect: ['https://gateway.umami.is'],
    tag: `data-receiver="https://gateway.umami.is" data-site="${UUID}"`,
  },
  {
    setting: '{ service: goatcounter, host: shop.goatcounter.com }',
    script: ['https://gc.zgo.at'],
    connect: ['https://shop.goatcounter.com'],
    tag: 'data-script="https://gc.zgo.at/count.js" data-receiver="https://shop.goatcounter.com/count"',
  },
  {
    setting: '{ service: matomo, host: matomo.example.com, id: 7 }',
    script: ['https://matomo.example.com'],
    connect: ['https://matomo.example.com'],
    tag: 'data-receiver="https://matomo.example.com/matomo.php" data-site="7"',
  },
  {
    setting: '{ service: google, id: G-ABCD123456 }',
    script: ['https://www.googletagmanager.com'],
    connect: ['https://www.google-analytics.com', 'https://region1.google-analytics.com'],
    tag: 'data-script="https://www.googletagmanager.com/gtag/js?id=G-ABCD123456"',
  },
];

test('without analytics a page has no byte of it, and with one exactly its hosts are allowed on pages alone', async () => {
  await using without = await createTestSite({ records: await compile() });
  const plain = await without.get('/seo/local-seo/local-search');
  const policy = String(plain.headers['content-security-policy']);
  for (const { setting, script, connect, tag } of SERVICES) {
    await using site = await createTestSite({ records: await compile(`analytics: ${setting}`) });
    const page = await site.get('/seo/local-seo/local-search');
    const allowed = policy
      .replace("script-src 'self'", `script-src 'self' ${script.join(' ')}`)
      .replace("connect-src 'self'", `connect-src 'self' ${connect.join(' ')}`);
    expect(page.headers['content-security-policy']).toBe(allowed);
    const [element = ''] =
      /<script type="module" src="\/assets\/analytics.js"[^>]*><\/script>/.exec(page.body) ?? [];
    expect(element).toContain(tag);
    expect(removeRevision(page.body.replace(element, ''))).toBe(removeRevision(plain.body));
    const again = await site.get('/seo/local-seo/local-search', {
      'if-none-match': String(page.headers.etag),
    });
    expect([again.statusCode, again.headers['content-security-policy']]).toEqual([304, allowed]);
    // The address of a draft is told to nobody.
    expect((await site.get('/preview/a-draft/1764500000/a')).body).not.toContain('data-analytics');
    for (const path of ['/api/posts', '/robots.txt', '/feed.json']) {
      const { headers } = await site.get(path);
      expect(headers['content-security-policy']).toBe(
        (await without.get(path)).headers['content-security-policy'],
      );
    }
  }
});

/** The revision of the site's settings in the state of the page. */
function removeRevision(html: string): string {
  return html.replace(/"revision":"\w+"/g, '');
}

function compile(analytics = '') {
  return compileFiles({
    'site.yaml': `language: en\n${analytics}\n`,
    'articles/seo/local-seo/local-search.md': ARTICLE,
  });
}
