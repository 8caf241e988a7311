import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compileFolder } from '../support/compile-folder.ts';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  COMPILED_AT,
  type ContentOverrides,
  formatArticle,
  formatGuide,
  GUIDE_FILE,
  listContentFindings,
  SVG,
  writeContentFolder,
} from '../support/content-folder.ts';
import { GUIDE_SLUG } from '../support/default-site.ts';
import { getElement, listElements, listHrefs, readElementText } from '../support/html-search.ts';
import { listCardTitles } from '../support/list-page.ts';
import { readMeta } from '../support/page.ts';
import { createTestSite, ORIGIN } from '../support/test-site.ts';

const AUTHORS = [
  '- slug: ada-lane',
  '  name: Ada Lane',
  '  role: Editor',
  '  about: Ada ran the ads of three bakeries.',
  '  picture: ada.svg',
  '  links: [https://social.example/ada]',
  '- slug: bo-lane',
  '  name: Bo Lane',
].join('\n');
const FOLDER = { 'authors.yaml': AUTHORS, 'authors/ada.svg': SVG };

async function createSite(overrides: ContentOverrides) {
  const { records, problems } = await compileFolder(
    await writeContentFolder(overrides),
    COMPILED_AT,
  );
  expect(problems).toEqual([]);
  return createTestSite({ records });
}

const signed = (author: string | readonly string[]) => ({
  ...FOLDER,
  [ARTICLE_FILE]: formatArticle({ author }),
});

test('an article names its authors, with pictures and links to their pages', async () => {
  await using site = await createSite(signed(['bo-lane', 'ada-lane']));
  const { main, structuredData } = await site.page(ARTICLE_ADDRESS);
  const links = listElements(main, 'a', { rel: 'author' });
  expect(links.map((link) => [readElementText(link), link.attributes.href])).toEqual([
    ['Bo Lane', '/authors/bo-lane'],
    ['Ada Lane', '/authors/ada-lane'],
  ]);
  const [picture] = links.flatMap((link) => listElements(link, 'img'));
  expect((await site.get(picture?.attributes.src ?? '')).body).toBe(SVG);
  const url = `${ORIGIN}/authors/`;
  expect(structuredData.get('BlogPosting')?.author).toEqual([
    { '@type': 'Person', '@id': `${url}bo-lane#person`, name: 'Bo Lane', url: `${url}bo-lane` },
    {
      '@type': 'Person',
      '@id': `${url}ada-lane#person`,
      name: 'Ada Lane',
      url: `${url}ada-lane`,
      jobTitle: 'Editor',
      sameAs: ['https://social.example/ada'],
      image: `${ORIGIN}${picture?.attributes.src}`,
    },
  ]);
});

test('the page of an author has role, words, links and articles', async () => {
  await using site = await createSite(signed('ada-lane'));
  const { root, main, h1, title, description, canonical, structuredData } =
    await site.page('/authors/ada-lane');
  expect([h1, title, canonical]).toEqual([
    'Ada Lane',
    'Ada Lane, Marketing Workbench',
    `${ORIGIN}/authors/ada-lane`,
  ]);
  expect(description).toBe('Ada ran the ads of three bakeries.');
  expect(readElementText(main)).toContain('Editor');
  expect(listHrefs(main)).toEqual(
    expect.arrayContaining(['https://social.example/ada', ARTICLE_ADDRESS]),
  );
  expect(listCardTitles(main)).toEqual(['Base article']);
  const person = { '@id': `${ORIGIN}/authors/ada-lane#person` };
  expect(structuredData.get('ProfilePage')).toMatchObject({ mainEntity: person });
  expect(structuredData.get('Person')).toMatchObject({ ...person, name: 'Ada Lane' });
  const card = readMeta(getElement(root, 'head'), 'og:image') ?? '';
  expect((await site.get(card.slice(ORIGIN.length))).statusCode).toBe(200);
  const { main: other } = await site.page('/authors/bo-lane');
  expect(listCardTitles(other)).toEqual([]);
  expect(readElementText(other)).toContain('No Articles Found');
});

test('the articles of an author come in pages of 24, on the page and from the API', async () => {
  const articles = Array.from({ length: 26 }, (_, index) => [
    `articles/seo/number-${index}.md`,
    formatArticle({ title: `Number ${index}`, author: 'ada-lane' }, `Words of number ${index}.`),
  ]);
  await using site = await createSite({ ...FOLDER, ...Object.fromEntries(articles) });
  expect(listCardTitles((await site.page('/authors/ada-lane')).main)).toHaveLength(24);
  const { main, canonical } = await site.page('/authors/ada-lane?page=2');
  expect(listCardTitles(main)).toHaveLength(2);
  expect(canonical).toBe(`${ORIGIN}/authors/ada-lane?page=2`);
  const { headers, body } = await site.get('/api/posts?author=ada-lane&page=2');
  expect([headers['x-total-count'], JSON.parse(body).length]).toEqual(['26', 2]);
  expect(await site.read('/api/posts?categoryId=1&author=ada-lane')).toEqual([]);
  expect(await site.read('/api/posts?author=nobody')).toEqual([]);
  expect(await site.read('/api/authors/bo-lane')).toEqual({ slug: 'bo-lane', name: 'Bo Lane' });
});

test('an author who does not exist is not found', async () => {
  await using site = await createSite(signed('ada-lane'));
  expect((await site.get('/authors/nobody')).statusCode).toBe(404);
  expect((await site.page('/authors/nobody')).h1).toBe('Author Not Found');
  expect((await site.get('/api/authors/nobody')).statusCode).toBe(404);
  expect((await site.get('/api/posts?author=A')).json()).toEqual({
    message: 'author is invalid; it takes a slug such as seo-audit.',
  });
  expect((await site.get('/Authors/Ada-Lane/')).headers.location).toBe('/authors/ada-lane');
});

test('feeds, Markdown and sitemaps name the authors', async () => {
  await using site = await createSite(signed(['ada-lane', 'bo-lane']));
  const read = async (path: string) => (await site.get(path)).body;
  const [ada, bo] = ['Ada Lane', 'Bo Lane'];
  expect(await read('/feed.xml')).toContain(
    `<dc:creator>${ada}</dc:creator><dc:creator>${bo}</dc:creator>`,
  );
  const uri = `<uri>${ORIGIN}/authors/ada-lane</uri>`;
  expect(await read('/atom.xml')).toContain(`<author><name>${ada}</name>${uri}</author>`);
  expect(JSON.parse(await read('/feed.json')).items[0].authors).toEqual([
    { name: ada, url: `${ORIGIN}/authors/ada-lane` },
    { name: bo, url: `${ORIGIN}/authors/bo-lane` },
  ]);
  expect(await read(`${ARTICLE_ADDRESS}.md`)).toContain('author: "Ada Lane, Bo Lane"');
  expect(await read('/api/sitemap.xml')).toContain(`<loc>${ORIGIN}/authors/ada-lane</loc>`);
  expect(listHrefs((await site.page('/sitemap')).main)).toContain('/authors/bo-lane');
});

test('a guide names its author, and a text without one is signed by the site', async () => {
  const overrides = {
    ...FOLDER,
    [GUIDE_FILE]: formatGuide('Words of the guide.', { author: 'ada-lane' }),
  };
  await using site = await createSite(overrides);
  const readSigner = async (path: string) =>
    listElements((await site.page(path)).main, 'a', { rel: 'author' }).map(
      (link) => link.attributes.href,
    );
  expect(await readSigner(`/${GUIDE_SLUG}`)).toEqual(['/authors/ada-lane']);
  expect(await readSigner(ARTICLE_ADDRESS)).toEqual(['/']);
});

test('a photograph of an author is shown small', async () => {
  const create = { width: 2000, height: 2000, channels: 3 as const, background: '#a40' };
  const photograph = await sharp({ create }).jpeg().toBuffer();
  const authors = AUTHORS.replace('ada.svg', 'ada.jpg');
  const photographed = { 'authors.yaml': authors, 'authors/ada.jpg': photograph };
  await using site = await createSite(photographed);
  const { picture } = await site.read<{ picture: string }>('/api/authors/ada-lane');
  const { width } = await sharp((await site.get(`/media/${picture}`)).rawPayload).metadata();
  expect(width).toBe(480);
});

test('an unknown author is a problem that names who was meant', async () => {
  const overrides = {
    ...FOLDER,
    [ARTICLE_FILE]: formatArticle({ author: ['ada-lnae', 'somebody-else'] }),
    [GUIDE_FILE]: formatGuide('Words of the guide.', { author: [] }),
  };
  expect(await listContentFindings(overrides)).toEqual([
    `content/${ARTICLE_FILE}:6 author ada-lnae is not in authors.yaml; did you mean ada-lane?`,
    `content/${ARTICLE_FILE}:6 author somebody-else is not in authors.yaml; add it there, or leave the key out`,
    `content/${GUIDE_FILE}:5 author is neither a slug nor a list of slugs; write the slug of an author in authors.yaml, or a list of slugs`,
  ]);
  expect(
    await listContentFindings({ ...FOLDER, [ARTICLE_FILE]: formatArticle({ author: 5 }) }),
  ).toEqual([
    `content/${ARTICLE_FILE}:6 author is neither a slug nor a list of slugs; write the slug of an author in authors.yaml, or a list of slugs`,
  ]);
  expect(
    await listContentFindings({ [ARTICLE_FILE]: formatArticle({ author: 'ada-lane' }) }),
  ).toEqual([
    `content/${ARTICLE_FILE}:6 author ada-lane is not in authors.yaml; add it there, or leave the key out`,
  ]);
});

test('a mistake in authors.yaml is a problem at its line, and only there', async () => {
  const overrides = {
    ...signed('ada-lane'),
    'authors.yaml': [
      '- slug: ada-lane',
      '  name: Ada Lane',
      '  picture: adda.svg',
      '  url: https://social.example/ada',
      '- slug: Bo',
      '  name: ""',
      '  links: [social.example]',
    ].join('\n'),
  };
  expect(await listContentFindings(overrides)).toEqual([
    'content/authors.yaml:4 url in author 1 is not a known key; remove it, or write one of slug, name, role, about, picture, links',
    'content/authors.yaml:5 slug in author 2 is not a slug; write lower-case letters, digits and single hyphens, such as ada-lane',
    'content/authors.yaml:6 name in author 2 has 0 characters; write 1 to 60 characters',
    'content/authors.yaml:7 links 1 in author 2 is not an address; write a whole address, such as https://social.example/ada',
  ]);
  const repeated = `${AUTHORS.replace('ada.svg', 'adda.svg')}\n- slug: ada-lane\n  name: Ada`;
  expect(await listContentFindings({ ...signed('ada-lane'), 'authors.yaml': repeated })).toEqual([
    'content/authors.yaml:5 picture adda.svg is not in the folder authors; did you mean ada.svg?',
    'content/authors.yaml:9 slug ada-lane is used twice; write another',
  ]);
});

test('a page or category can’t take the address of authors', async () => {
  expect(
    await listContentFindings({
      'pages/authors.md': formatGuide('Words.', { title: 'A', publishedAt: undefined }),
    }),
  ).toEqual([
    'content/pages/authors.md:1 has the name “authors”, whose address is taken by a page of the site; rename it',
  ]);
});
