/** Crawls the whole site from its home page, and checks every page. */
import { describe, expect } from 'vitest';
import type { HtmlElement } from '../support/html.ts';
import { listElements, listHrefs } from '../support/html-search.ts';
import { type ReadPage, readPage } from '../support/page.ts';
import { readSitemap } from '../support/sitemap-schema.ts';
import { ORIGIN, test as siteTest, type TestSite } from '../support/test-site.ts';
import { listChildren, readChild } from '../support/xml.ts';

const test = siteTest.extend('walk', { scope: 'file' }, ({ site }) => walkSite(site));

// The crawl requests every page and feed. Drawing the cards of the feeds takes minutes on a busy
// machine.
describe('on the whole site', { timeout: 300_000 }, () => {
  test('every linked page and file exists, after at most one redirect', ({ walk }) => {
    expect(listPaths(walk.statuses, (status) => status !== 200 && status !== 301)).toEqual([]);
    for (const target of walk.targets.values())
      expect([target, walk.statuses.get(target)]).toEqual([target, 200]);
    expect(walk.pages.size).toBeGreaterThan(100);
  });

  test('only the footer’s forms are redirects', ({ walk }) => {
    const redirects = listPaths(walk.statuses, (status) => status === 301);
    expect(redirects.filter((path) => !path.startsWith('/category/'))).toEqual([]);
    expect(redirects.length).toBe(4 + 6);
  });

  test('every link with a fragment finds its element', ({ walk }) => {
    for (const [address, { root }] of walk.pages) {
      for (const link of listHrefs(root).filter(
        (href) => href.includes('#') && !isElsewhere(href),
      )) {
        const { pathname, search, hash } = new URL(link, ORIGIN + address);
        const target = walk.pages.get(walk.targets.get(pathname + search) ?? pathname + search);
        const id = decodeURIComponent(hash.slice(1));
        expect([link, target && listElements(target.root, '*', { id }).length]).toEqual([link, 1]);
      }
    }
  });

  test('every page has its canonical address, a title and a description', ({ walk }) => {
    for (const [address, { canonical, title, description }] of walk.pages) {
      expect(canonical).toBe(ORIGIN + address);
      expect(title).toMatch(/^\S.*, Marketing Workbench$/);
      expect(description).toBeTruthy();
    }
  });

  test('the sitemap names every page that may be indexed, and no other', async ({ site, walk }) => {
    const { body } = await site.get('/api/sitemap.xml');
    const named = readSitemap(body).children.map((url) => readChild(url, 'loc'));
    const indexed = [...walk.pages.values()]
      .filter(({ robots }) => robots?.startsWith('index'))
      .flatMap(({ canonical = '' }) => (canonical.includes('?page=') ? [] : canonical));
    // Only the not-found page in fallback mode links to the help page.
    expect(indexed.filter((address) => address !== `${ORIGIN}/db-setup-help`).sort()).toEqual(
      named.sort(),
    );
  });

  test('the sitemap names for each article its card and its figures, and no other images', async ({
    site,
    walk,
  }) => {
    for (const url of readSitemap((await site.get('/api/sitemap.xml')).body).children) {
      const images = listChildren(url, 'image:image').map((image) => readChild(image, 'image:loc'));
      const page = walk.pages.get(readChild(url, 'loc').slice(ORIGIN.length));
      const figures =
        page && listElements(page.main, 'img').map(({ attributes }) => ORIGIN + attributes.src);
      const cards = images.filter((image) => image.startsWith(`${ORIGIN}/social/`));
      expect(cards.length).toBe(images.length > 0 ? 1 : 0);
      expect(images).toEqual([...cards, ...(figures ?? ['There is no page.'])]);
    }
  });

  test('no two indexed pages have the same title or description', ({ walk }) => {
    const found = [...walk.pages].filter(([, { robots }]) => robots?.startsWith('index'));
    expect(found.length).toBeGreaterThan(90);
    for (const read of [
      ({ title }: ReadPage) => title,
      ({ description = '' }: ReadPage) => description,
    ]) {
      const byText = Map.groupBy(found, ([, page]) => read(page).toLowerCase());
      const repeated = [...byText.values()].filter(({ length }) => length > 1);
      expect(repeated.map((group) => group.map(([address]) => address))).toEqual([]);
    }
  });

  test('ids are unique within a page, and every referenced id exists', ({ walk }) => {
    for (const [address, { root }] of walk.pages) {
      const ids = listElements(root, '*').flatMap(({ attributes }) => attributes.id ?? []);
      expect([address, ids.length]).toEqual([address, new Set(ids).size]);
      for (const reference of listReferences(root))
        expect([address, ids]).toEqual([address, expect.arrayContaining([reference])]);
    }
  });

  test('no page has a script, a style or a handler written into it', ({ walk }) => {
    for (const { root } of walk.pages.values()) {
      expect(listElements(root, 'style')).toEqual([]);
      for (const { attributes, children } of listElements(root, 'script')) {
        const isData = ['application/json', 'application/ld+json'].includes(attributes.type ?? '');
        expect(isData || (attributes.src !== undefined && children.length === 0)).toBe(true);
      }
      for (const { attributes } of listElements(root, '*')) {
        expect(
          Object.keys(attributes).filter((name) => name === 'style' || /^on/i.test(name)),
        ).toEqual([]);
        expect(attributes.href ?? '').not.toMatch(/^\s*javascript:/i);
      }
    }
  });

  test('every page has one h1, and skips no heading level', ({ walk }) => {
    for (const [address, { main }] of walk.pages) {
      const levels = listElements(main, '*').flatMap(({ tag }) =>
        /^h[1-6]$/.test(tag) ? Number(tag[1]) : [],
      );
      expect([address, levels.filter((level) => level === 1)]).toEqual([address, [1]]);
      const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1);
      expect([address, skips]).toEqual([address, []]);
    }
  });

  test('every picture has an alternative text and its dimensions', ({ walk }) => {
    const pictures = [...walk.pages.values()].flatMap(({ root }) => listElements(root, 'img'));
    expect(pictures.length).toBeGreaterThan(0);
    for (const { attributes } of pictures) {
      expect(attributes).toMatchObject({
        alt: expect.stringMatching(/\S/),
        width: expect.stringMatching(/^[1-9]\d*$/),
        height: expect.stringMatching(/^[1-9]\d*$/),
      });
    }
  });

  test('a link to another site has rel=noopener and external', ({ walk }) => {
    for (const { root } of walk.pages.values()) {
      for (const { attributes } of listElements(root, 'a')) {
        if (/^https?:/.test(attributes.href ?? ''))
          expect(attributes.rel).toMatch(/\bnoopener\b.*\bexternal\b/);
      }
    }
  });
});

/**
 * The pages by address, the first status of every address that is linked or shown, and the targets
 * of redirects.
 */
async function walkSite(site: TestSite) {
  const pages = new Map<string, ReadPage>();
  const statuses = new Map<string, number>();
  const targets = new Map<string, string>();
  const waiting = ['/'];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (statuses.has(address)) continue;
    const response = await site.get(address);
    const { statusCode, headers } = response;
    statuses.set(address, statusCode);
    if (statusCode === 301) {
      targets.set(address, String(headers.location));
      waiting.push(String(headers.location));
    } else if (statusCode === 200 && String(headers['content-type']).startsWith('text/html')) {
      const page = readPage(response);
      pages.set(address, page);
      waiting.push(...listAddresses(page.root, address));
    }
  }
  return { pages, statuses, targets };
}

/** The addresses of this site that a page links to or shows. */
function listAddresses(root: HtmlElement, address: string): readonly string[] {
  const named = listElements(root, '*').flatMap(
    ({ attributes: { href, src } }) => href ?? src ?? [],
  );
  return named
    .filter((name) => !isElsewhere(name))
    .map((name) => new URL(name, ORIGIN + address))
    .map(({ pathname, search }) => pathname + search);
}

function isElsewhere(href: string): boolean {
  return new URL(href, ORIGIN).origin !== ORIGIN;
}

function listReferences(root: HtmlElement): readonly string[] {
  return listElements(root, '*').flatMap(({ attributes }) =>
    ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for'].flatMap(
      (name) => attributes[name]?.split(' ') ?? [],
    ),
  );
}

function listPaths(
  statuses: ReadonlyMap<string, number>,
  isWanted: (status: number) => boolean,
): readonly string[] {
  return [...statuses].flatMap(([path, status]) => (isWanted(status) ? path : []));
}
