import { expect } from 'vitest';
import { prefersMarkdown } from '../../packages/marketing-workbench/src/server/discovery/markdown.ts';
import { listElements } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import { createContent } from '../support/records.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('an article is available as Markdown by its address or by content negotiation', async ({
  site,
}) => {
  const named = await site.get(`${ARTICLE}.md`);
  const asked = await site.get(ARTICLE, { accept: 'text/markdown, text/html;q=0.8' });
  expect(asked.body).toBe(named.body);
  for (const { statusCode, headers, body } of [named, asked]) {
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers.link).toBe(`<${ORIGIN}${ARTICLE}>; rel="canonical"`);
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    expect(body).toContain(`canonical: "${ORIGIN}${ARTICLE}"`);
    expect(body).not.toMatch(/\]\(\/|<(?:p|a|table|div)\b/);
  }
});

test('a browser gets the page, with a link to its Markdown and a Vary header', async ({ site }) => {
  const response = await site.get(ARTICLE, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect(response.headers.vary).toBe('Accept, Accept-Encoding');
  const [link] = listElements(readPage(response).root, 'link', { type: 'text/markdown' });
  expect(link?.attributes.href).toBe(`${ORIGIN}${ARTICLE}.md`);
});

test('the guide is available as Markdown, but a listing is always a page', async ({ site }) => {
  const guide = '/google-ads-coupon-codes';
  const named = await site.get(`${guide}.md`);
  const asked = await site.get(guide, { accept: 'text/markdown' });
  expect([named.statusCode, asked.body]).toEqual([200, named.body]);
  expect(named.body).toContain(`canonical: "${ORIGIN}${guide}"`);
  expect(named.body).toMatch(/^updated: "\d{4}-\d\d-\d\dT/m);
  const [link] = listElements((await site.page(guide)).root, 'link', { type: 'text/markdown' });
  expect(link?.attributes.href).toBe(`${ORIGIN}${guide}.md`);
  for (const url of ['/', '/articles', '/seo', '/sitemap', '/digitalmarketingnews']) {
    const { statusCode, headers } = await site.get(url, { accept: 'text/markdown' });
    expect([url, statusCode, headers['content-type']]).toEqual([
      url,
      200,
      'text/html; charset=utf-8',
    ]);
    expect([url, (await site.get(`${url}.md`)).statusCode]).toEqual([url, 404]);
  }
});

test('Markdown keeps headings, links, lists, callouts, tables and figures', async () => {
  const content = [
    '<h2 id="a">Part</h2><p>A <strong>word</strong> and <a href="/seo">a link</a>.</p>',
    '<ol class="checklist"><li><label><input type="checkbox" disabled> Do it</label></li></ol>',
    '<aside class="callout callout-tip" role="note"><p class="callout-title">Tip</p><p>Rest.</p></aside>',
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Part"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>',
    '<figure><a href="/media/x.svg"><img src="/media/x.svg" alt="A map" width="9" height="9"></a><figcaption>Look.</figcaption></figure>',
  ].join('\n');
  await using site = await createTestSite({ records: createContent({ slug: 'whole', content }) });
  const { body } = await site.get('/seo/local-seo/whole.md');
  expect(body).toContain('# Title of whole\n');
  expect(body).toContain('## Part\n');
  expect(body).toContain(`A **word** and [a link](${ORIGIN}/seo).`);
  expect(body).toContain('[ ] Do it');
  expect(body).toContain('> Tip\n>\n> Rest.');
  expect(body).toMatch(/\| A \|\n\| -+ \|\n\| 1 \|/);
  expect(body).toContain(`\n![A map](${ORIGIN}/media/x.svg)\n`);
});

test('Markdown and feeds have a link for a video, and Markdown has its own notes and code', async () => {
  const content = [
    '<figure class="video"><a href="https://vimeo.com/7" rel="noopener external" data-player="https://player.vimeo.com/video/7"><span class="video-play">Play</span> <span class="video-title">A &amp; B</span></a><figcaption><span class="video-caption">Ten minutes.</span> <span class="video-note">Playing loads it.</span></figcaption></figure>',
    '<p>Words.<sup><a href="#fn-a" id="fnref-a" data-footnote-ref aria-describedby="footnote-label">1</a></sup></p>',
    '<pre><code class="language-css"><span class="code-string">a</span> {}\n</code></pre>',
    '<section data-footnotes class="footnotes"><h2 id="footnote-label">Notes</h2><ol><li id="fn-a"><p>From <em>us</em>. <a href="#fnref-a" data-footnote-backref="" aria-label="Back to reference 1">↩</a></p></li></ol></section>',
  ].join('');
  await using site = await createTestSite({ records: createContent({ slug: 'whole', content }) });
  const { body } = await site.get('/seo/local-seo/whole.md');
  expect(body.slice(body.indexOf('# Title'))).toMatchInlineSnapshot(`
    "# Title of whole

    [A & B](https://vimeo.com/7)

    Ten minutes.

    Words.[^a]

    \`\`\`css
    a {}
    \`\`\`

    [^a]: From *us*.
    "
  `);
  const feed = (await site.get('/feed.json')).json();
  expect(feed.items[0].content_html).toContain(
    '<p><a href="https://vimeo.com/7">A &amp; B</a></p><p>Ten minutes.</p><p>Words.',
  );
  expect(feed.items[0].content_html).not.toContain('player');
});

test('another spelling of a Markdown address redirects once, and a missing article has no Markdown', async ({
  site,
}) => {
  const { statusCode, headers } = await site.get('/seo/local-seo/keyword-match-types.md');
  expect([statusCode, headers.location]).toEqual([301, `${ARTICLE}.md`]);
  for (const [from, to] of [
    [`${ARTICLE.toUpperCase()}.MD/`, `${ARTICLE}.md`],
    ['/Google-Ads-Coupon-Codes.md', '/google-ads-coupon-codes.md'],
  ] as const) {
    const other = await site.get(from);
    expect([other.statusCode, other.headers.location]).toEqual([301, to]);
  }
  expect((await site.get('/seo/local-seo/nothing.md')).statusCode).toBe(404);
  expect((await site.get('/seo.md')).statusCode).toBe(404);
  expect((await site.get('/posts/2012/07/keyword-density.html.md')).statusCode).toBe(200);
});

test.for([
  ['text/markdown', true],
  ['text/markdown, text/html', true],
  ['text/html, text/markdown;q=0.5', false],
  ['text/markdown;q=0', false],
  ['*/*', false],
  [undefined, false],
] as const)('Accept: %s prefers Markdown: %s', ([accept, isWanted]) => {
  expect(prefersMarkdown(accept)).toBe(isWanted);
});

test('/llms.txt names the site, the guide and every article with the address of its Markdown', async ({
  site,
}) => {
  const { headers, body } = await site.get('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^# Marketing Workbench\n\n> \S/);
  for (const name of ['Google Ads', 'Facebook Ads', 'Email Marketing', 'SEO'])
    expect(body).toContain(`\n## ${name}\n`);
  const links = Array.from(body.matchAll(/^- \[.+\]\((\S+)\): \S/gm), ([, link = '']) => link);
  expect(links).toHaveLength(56 + 2 + 3);
  for (const link of links.slice(0, 5))
    expect((await site.get(link.slice(ORIGIN.length))).statusCode).toBe(200);
});
