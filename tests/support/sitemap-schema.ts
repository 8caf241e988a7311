/** Validates sitemaps by their schemas: sitemap.xsd and siteindex.xsd 0.9, and Google's for images 1.1 and news 0.9. */
import { parseXml, type XmlElement } from './xml.ts';

const NAMESPACES: Readonly<Record<string, string>> = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
  'xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9',
};

type Part = {
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  /** Pattern of its text; absent if it contains elements. */
  readonly text?: RegExp;
  /** In this order. */
  readonly parts?: readonly Part[];
};

const DATE_TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)`;
/** W3C's date and time: a day, or a time with its zone. */
const WHEN = new RegExp(String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:${DATE_TIME})?$`);
/** An address of 12 to 2048 characters that are allowed in URLs. */
const LOCATION = /^(?=.{12,2048}$)https:\/\/[\w.-]+\/(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/;
const LASTMOD: Part = { name: 'lastmod', min: 0, text: WHEN };

const ADDRESS: Part = {
  name: 'url',
  min: 0,
  max: 50_000,
  parts: [
    { name: 'loc', text: LOCATION },
    LASTMOD,
    { name: 'changefreq', min: 0, text: /^(?:always|hourly|daily|weekly|monthly|yearly|never)$/ },
    { name: 'priority', min: 0, text: /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/ },
    { name: 'image:image', min: 0, max: 1_000, parts: [{ name: 'image:loc', text: LOCATION }] },
    {
      name: 'news:news',
      min: 0,
      parts: [
        {
          name: 'news:publication',
          parts: [
            { name: 'news:name', text: /\S/ },
            { name: 'news:language', text: /^(?:zh-cn|zh-tw|[a-z]{2,3})$/ },
          ],
        },
        { name: 'news:publication_date', text: WHEN },
        { name: 'news:title', text: /\S/ },
      ],
    },
  ],
};

const ROOTS: readonly Part[] = [
  { name: 'urlset', parts: [ADDRESS] },
  {
    name: 'sitemapindex',
    parts: [{ name: 'sitemap', min: 1, max: 50_000, parts: [{ name: 'loc', text: LOCATION }, LASTMOD] }],
  },
];

/** The root of a sitemap or sitemap index; throws if it is invalid. */
export function readSitemap(xml: string): XmlElement {
  const root = parseXml(xml);
  const part = ROOTS.find(({ name }) => name === root.name);
  if (part === undefined) throw new Error(`<${root.name}> is no sitemap.`);
  for (const [name, value] of Object.entries(root.attributes))
    if (NAMESPACES[name] !== value) throw new Error(`${name} is not ${value}.`);
  if (root.attributes.xmlns === undefined) throw new Error('The sitemap has no namespace.');
  check({ ...root, attributes: {} }, part);
  return root;
}

function check(element: XmlElement, { name, text, parts = [] }: Part): void {
  if (Object.keys(element.attributes).length > 0) throw new Error(`<${name}> has attributes.`);
  if (!(text ?? /^\s*$/).test(element.text)) throw new Error(`<${name}> holds “${element.text}”.`);
  const waiting = [...element.children];
  for (const part of parts) {
    const { min = 1, max = 1 } = part;
    let count = 0;
    while (waiting[0]?.name === part.name) {
      const [child] = waiting.splice(0, 1);
      if (child !== undefined) check(child, part);
      count += 1;
    }
    if (count < min || count > max) throw new Error(`<${name}> has ${count} of <${part.name}>.`);
  }
  if (waiting[0] !== undefined) throw new Error(`<${waiting[0].name}> is out of place in <${name}>.`);
}
