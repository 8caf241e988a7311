/**
 * Validates sitemaps by their schemas: sitemap.xsd and siteindex.xsd 0.9, and Google's for images
 * 1.1 and news 0.9.
 */
import { expect } from 'vitest';
import { parseXml, type XmlElement } from './xml.ts';

const NAMESPACES: Readonly<Record<string, string>> = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
  'xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9',
};

/** The names of an element's children, in their order. */
const CHILDREN: Readonly<Record<string, RegExp>> = {
  urlset: /^(?:url ?)*$/,
  url: /^loc(?: lastmod)?(?: image:image){0,1000}(?: news:news)?$/,
  'image:image': /^image:loc$/,
  'news:news': /^news:publication news:publication_date news:title$/,
  'news:publication': /^news:name news:language$/,
  sitemapindex: /^(?:sitemap ?)+$/,
  sitemap: /^loc(?: lastmod)?$/,
};

/** An address of 12 to 2048 characters that are allowed in URLs. */
const LOCATION = /^(?=.{12,2048}$)https:\/\/[\w.-]+\/(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/;
/** W3C's date and time: a day, or a time with its zone. */
const WHEN = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const TEXTS: Readonly<Record<string, RegExp>> = {
  loc: LOCATION,
  lastmod: WHEN,
  'image:loc': LOCATION,
  'news:name': /\S/,
  'news:language': /^(?:zh-cn|zh-tw|[a-z]{2,3})$/,
  'news:publication_date': WHEN,
  'news:title': /\S/,
};

/** Returns the root of a sitemap, or of an index of them; throws if it is not valid. */
export function readSitemap(xml: string): XmlElement {
  const root = parseXml(xml);
  expect(['urlset', 'sitemapindex']).toContain(root.name);
  expect(root.attributes).toHaveProperty('xmlns');
  expect(NAMESPACES).toMatchObject(root.attributes);
  expect(root.children.length).toBeLessThanOrEqual(50_000);
  checkElement({ ...root, attributes: {} });
  return root;
}

function checkElement({ name, attributes, children, text }: XmlElement): void {
  expect(attributes).toEqual({});
  expect(children.map((child) => child.name).join(' ')).toMatch(CHILDREN[name] ?? /^$/);
  expect(text).toMatch(TEXTS[name] ?? /^\s*$/);
  if (/date|lastmod/.test(name)) expect(Date.parse(text)).not.toBeNaN();
  children.forEach(checkElement);
}
