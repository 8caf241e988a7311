import { expect, test } from 'vitest';
import { compileFolder } from '../../../../tests/support/compile-folder.ts';
import {
  COMPILED_AT,
  listContentFindings,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { DEFAULT_SITE, findSettings } from '../site/default-site.ts';
import { readContentFile } from './content-folder.ts';
import { compileSite } from './site-yaml.ts';

test('the site of this repository is the built-in one', () => {
  const { settings, problems } = compileSite(readContentFile('site/content', 'content/site.yaml'));
  expect(problems).toEqual([]);
  expect(settings).toEqual(DEFAULT_SITE);
});

test('a site with another name begins without the built-in profiles and words', async () => {
  const settings = await compile('name: Bean There\ndomain: beans.example\n');
  expect(settings).toMatchObject({
    name: 'Bean There',
    domain: 'beans.example',
    description: '',
    profiles: [],
    hero: { title: 'Bean There', text: '' },
    categories: DEFAULT_SITE.categories,
  });
});

test('sections of one’s own replace the built-in ones and the news', async () => {
  const settings = await compile('categories:\n  - slug: coffee\n    name: Coffee\n');
  expect(settings).toMatchObject({
    name: DEFAULT_SITE.name,
    categories: [
      { slug: 'coffee', name: 'Coffee', icon: 'MdArticle', motif: 'blocks', subcategories: [] },
    ],
  });
  expect(settings.news).toBeUndefined();
});

const SEVEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((slug) => ({
  slug,
  name: slug.toUpperCase(),
}));

test.each([
  [{ categories: SEVEN.slice(1) }, ['B', 'C', 'D', 'E', 'F', 'G']],
  [{ categories: SEVEN }, ['A', 'B', 'C', 'D', 'E', 'More: F, G']],
  [
    {
      categories: SEVEN,
      news: { slug: 'n', name: 'All news', menuName: 'New', category: 'a', path: '/n' },
    },
    ['A', 'B', 'C', 'D', 'E', 'New', 'More: F, G'],
  ],
  [
    { navigation: ['news', 'seo', { label: 'Shop', to: 'https://shop.example/' }] },
    ['News', 'SEO: On-Page SEO, Technical SEO, Link Building, Local SEO', 'Shop'],
  ],
])('the menu of %j has the entries %j', async (yaml, entries) => {
  const { navigation } = await compile(JSON.stringify(yaml));
  const shown = navigation.map(({ label, links }) =>
    links.length === 0 ? label : `${label}: ${links.map((link) => link.label).join(', ')}`,
  );
  expect(shown).toEqual(entries);
});

test.each([
  [
    'name: A\nnavigation: [seo, { label: Local, to: /seo/locl-seo }]',
    ':2 navigation “Local” leads to /seo/locl-seo, which is not a page; did you mean /seo/local-seo?',
  ],
  ['navigation: [soe]', ':1 navigation 1 “soe” is not a category; did you mean seo?'],
  [
    'navigation:\n  - { label: A, to: seo }',
    ':2 to in navigation 1 is not an address; write a path such as /about',
  ],
  ['name: "\u200b"', ':1 name has no visible character; write 1 to 60 characters'],
  [
    'name: A\ndomain: a.example\nname: B',
    ':3 is not valid YAML: the key of this line is there already; write each once',
  ],
  [
    'name: A\n---\nname: B',
    ':2 is not valid YAML: the line “---” begins a second document; remove it',
  ],
  [
    'name: A: B',
    ':1 is not valid YAML: a text has a colon, or the next line is indented like a part of it; put the text in double quotes, and begin each key below the one above',
  ],
  [
    'colours: { accent: #0a7d4f }',
    ':1 is not valid YAML: a bracket is not closed, or a line is not indented like its neighbours; put texts with # in double quotes',
  ],
  ['hero:\n\ttitle: A', ':2 is not valid YAML: the line begins with a tab; indent it with spaces'],
  [
    'categories: [{ slug: seo, name: SEO, icon: \'x" onload="y\' }]',
    ':1 icon in categories 1 is neither the name of an icon nor a class; write the name of an icon, such as BiSearch',
  ],
  ['nmae: x', ':1 `nmae`: did you mean `name`?'],
  [
    'domain: https://x.example',
    ':1 domain is not a domain; write the host alone in lower case, such as www.example.com',
  ],
  ['language: English', ':1 language is not a language; write its code, such as en or de-AT'],
  ['language: qq', ':1 language is not a language; write its code, such as en or de-AT'],
  [
    `categories: ${JSON.stringify(Array.from({ length: 101 }, (_, index) => ({ slug: `s-${index}`, name: 'S' })))}`,
    ':1 categories has more than 100 entries; leave some out or join them',
  ],
  ['language: de-AT-CH', ':1 language is not a language; write its code, such as en or de-AT'],
  [
    'verification: { google: <meta> }',
    ':1 verification.google is not a code; write the code alone',
  ],
  [
    'analytics: { service: piwik }',
    ':1 analytics.service is not a known service; write plausible, umami',
  ],
  [
    'analytics: { service: umami }',
    ':1 analytics.id is missing; write the id that umami shows, such as 94db',
  ],
  [
    'analytics: { service: google, id: UA-1 }',
    ':1 analytics.id is not an id of google; write the id that',
  ],
  [
    'analytics: { service: matomo, id: 1 }',
    ':1 analytics.host is missing; write the host of the service alone',
  ],
  [
    'analytics: { service: plausible, host: "http://x.example" }',
    ':1 analytics.host is not a host; write',
  ],
  [
    'analytics: { service: matomo, host: "a.example:99999", id: 1 }',
    ':1 analytics.host is not a host; write',
  ],
  [
    'analytics: { service: matomo, host: 1.2.3.999, id: 1 }',
    ':1 analytics.host is not a host; write',
  ],
  [
    'analytics: { service: goatcounter, host: a.example, id: 1 }',
    ':1 analytics.id has no meaning for goat',
  ],
  [
    'analytics: { service: google, id: G-ABCD123456 }',
    ':1 advice (analytics): google sets cookies and sends each visit, with the address of the reader, to Google',
  ],
  [
    'timeZone: Europe/Berln',
    ':1 timeZone “Europe/Berln” is not a time zone; did you mean Europe/Berlin?',
  ],
  [
    'timeZone: Home',
    ':1 timeZone “Home” is not a time zone; write its IANA name, such as Europe/Berlin',
  ],
  ['timeZone: "+01:00"', ':1 timeZone “+01:00” is not a time zone; write its IANA name'],
  ['timeZone: 1', ':1 timeZone is not a time zone; write its IANA name'],
  [
    'counting: { daysKept: 0 }',
    ':1 counting.daysKept is not valid; write a whole number from 1 to 3650',
  ],
  [
    'counting: { searches: no }',
    ':1 counting.searches is neither true nor false; write true or false',
  ],
  [
    'profiles:\n  - name: X\n    url: x',
    ':3 url in profiles 1 is not an address; write a whole address',
  ],
  [
    'categories:\n  - slug: A b\n    name: X',
    ':2 slug in categories 1 is not a slug; write lower-case letters',
  ],
  [
    'categories:\n  - slug: articles\n    name: X',
    ':2 slug in categories 1 “articles” is the address of another page; choose another',
  ],
  [
    'categories:\n  - { slug: a, name: A }\n  - { slug: a, name: B }',
    ':3 categories have the slug “a” twice; give each its own',
  ],
  [
    'news: { slug: n, name: N, category: nowhere, path: /n }',
    ':1 news.category “nowhere” is not a category; write the slug of one',
  ],
  [
    'news: { slug: n, name: N, category: seo, path: /search }',
    ':1 news.path /search is the address of another page; choose another',
  ],
  [
    'news: { slug: n, name: N, category: seo, path: /a/b }',
    ':1 news.path is not a path of one segment',
  ],
])('%j is the only problem of its folder', async (text, message) => {
  const problems = await listContentFindings({ 'site.yaml': text });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`content/site.yaml${message}`);
});

async function compile(text: string) {
  const base = { 'articles/seo/local-seo/base-article.md': null, 'categories.yaml': null };
  const folder = await writeContentFolder({ ...base, 'site.yaml': text });
  const { records } = await compileFolder(folder, COMPILED_AT);
  return findSettings(records);
}
