import { createGhostExport, createGhostPost } from './ghost-export.ts';

type Files = Readonly<Record<string, string>>;

const HOST = 'https://hill.example';

/** Puts HTML into XML as it is. */
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

function createWordPressFiles(bodies: readonly string[]): Files {
  const items = bodies.map(
    (
      body,
      index,
    ) => `<item><title>Text ${index}</title><link>${HOST}/2014/03/text-${index}/</link><wp:post_id>${index + 1}</wp:post_id>
<wp:post_name>text-${index}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><content:encoded>${cdata(body)}</content:encoded></item>`,
  );
  return {
    'export.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Hill</title><link>${HOST}</link>${items.join('')}</channel></rss>`,
  };
}

function createFeedFiles(bodies: readonly string[]): Files {
  const entries = bodies.map(
    (
      body,
      index,
    ) => `<entry><id>urn:${index}</id><title>Text ${index}</title><link href="${HOST}/text-${index}"/>
<published>2014-03-03T09:00:00Z</published><content type="html">${cdata(body)}</content></entry>`,
  );
  return {
    'feed.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><title>Hill</title>${entries.join('')}</feed>`,
  };
}

function createGhostFiles(bodies: readonly string[]): Files {
  const posts = bodies.map((html, index) =>
    createGhostPost(`text-${index}`, { title: `Text ${index}`, html }),
  );
  return { 'hill.json': JSON.stringify(createGhostExport(posts)) };
}

/** The settings of each program, and the file of a text, by the number of the text. */
const FOLDERS: Readonly<
  Record<string, readonly [settings: Files, place: (index: number) => string]>
> = {
  Hugo: [
    { 'hugo.toml': `baseURL = "${HOST}/"\ntitle = "Hill"\n` },
    (index) => `content/posts/text-${index}.md`,
  ],
  Jekyll: [
    { '_config.yml': `url: ${HOST}\ntitle: Hill\n` },
    (index) => `_posts/2014-03-03-text-${index}.md`,
  ],
  Astro: [
    { 'astro.config.mjs': `export default { site: "${HOST}" };` },
    (index) => `src/content/blog/text-${index}.md`,
  ],
  Gatsby: [
    {
      'gatsby-config.js': `module.exports = { siteMetadata: { title: "Hill", siteUrl: "${HOST}" } };`,
    },
    (index) => `content/blog/text-${index}/index.md`,
  ],
  Docusaurus: [
    { 'docusaurus.config.js': `module.exports = { title: 'Hill', url: '${HOST}', baseUrl: '/' };` },
    (index) => `blog/2014-03-03-text-${index}.md`,
  ],
  Eleventy: [
    { 'eleventy.config.js': 'export default () => {};' },
    (index) => `posts/text-${index}.md`,
  ],
};

/** Creates the files of a site of a program with texts of these bodies, titled `Text 0` and so on. */
export const SOURCES: Readonly<
  Record<
    string,
    { readonly format: 'html' | 'markdown'; readonly create: (bodies: readonly string[]) => Files }
  >
> = {
  WordPress: { format: 'html', create: createWordPressFiles },
  Ghost: { format: 'html', create: createGhostFiles },
  'a feed': { format: 'html', create: createFeedFiles },
  ...Object.fromEntries(
    Object.entries(FOLDERS).map(([program, [settings, place]]) => {
      const create = (bodies: readonly string[]): Files => ({
        ...settings,
        ...Object.fromEntries(
          bodies.map((body, index) => [
            place(index),
            `---\ntitle: Text ${index}\ndate: 2014-03-03\n---\n\n${body}\n`,
          ]),
        ),
      });
      return [program, { format: 'markdown' as const, create }];
    }),
  ),
};
