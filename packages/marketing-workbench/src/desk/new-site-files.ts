import { formatSchemas } from '../content/schemas.ts';
import { SETTING_LIMITS } from '../content/value-limits.ts';
import { formatDraftPage, type SectionChoice } from './new-text.ts';

export type NewSite = {
  readonly name: string;
  readonly domain: string;
  /** The tag of the language of its texts. */
  readonly language: string;
  readonly description: string;
  /** Categories, at least one. */
  readonly categories: readonly SectionChoice[];
  readonly colour: string;
  /** Variables to put before the commands: `CONTENT_DIR=my-site`. */
  readonly settings: string;
};

export const ABOUT_SLUG = 'about';
/** Path of the schema; it is hidden, so it is no part of the content. */
const SCHEMA = '.schemas/site.schema.json';

/** Creates the files of a new site, by their paths below its folder. */
export function createSiteFolderFiles(site: NewSite): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', formatReadme(site)],
    ['site.yaml', formatSiteYaml(site)],
    [SCHEMA, formatSchemas()['site.schema.json'] ?? ''],
    [`articles/${site.categories[0]?.slug}/first-text.md`, formatFirstText(site)],
    [`pages/${ABOUT_SLUG}.md`, formatDraftPage('About us', ABOUT)],
  ]);
}

function formatSiteYaml({
  name,
  domain,
  language,
  description,
  categories,
  colour,
}: NewSite): string {
  const rows = categories.map(
    ({ slug, name: category }) => `  - slug: ${slug}\n    name: ${quoteForYaml(category)}\n`,
  );
  return `# yaml-language-server: $schema=${SCHEMA}
# The name, the look and the order of the site. All keys are optional.
name: ${quoteForYaml(name)}
domain: ${domain}
description: ${quoteForYaml(description)}
language: ${language}

# The first words of the home page.
hero:
  title: ${quoteForYaml(formatSubject(categories))}
  text: ${quoteForYaml(description)}

# All colours of both schemes are derived from one.
colours:
  accent: ${quoteForYaml(colour)}

# The slug is the address. Each category may also have a description, an icon (such as BiCoffee, a name of boxicons.com), a
# colour, and subcategories, which have a slug and a name too.
categories:
${rows.join('')}
# Pages of the site in social networks.
profiles: []
#  - name: A network
#    url: https://network.example/our-name
`;
}

const HERO_NAMES_MAX = 3;

/** Formats the title of the home page, such as `Articles on Coffee and Brewing`. */
function formatSubject(categories: readonly SectionChoice[]): string {
  const names = categories.slice(0, HERO_NAMES_MAX).map(({ name }) => name);
  return `Articles on ${new Intl.ListFormat('en').format(names)}`.slice(
    0,
    SETTING_LIMITS.heroTitle,
  );
}

function formatReadme({ name, settings }: NewSite): string {
  return `# ${name}

This folder is the whole site. Keep it in git: then every change has a date and a way back.

| file | what it is |
|---|---|
| \`site.yaml\` | name, domain, description, colours and categories |
| \`articles/{category}/{slug}.md\` | an article; its address is \`/{category}/{slug}\` |
| \`articles/{category}/{subcategory}/{slug}.md\` | an article in a subcategory |
| \`articles/…/{name}.jpg\` | a picture, beside the article that shows it |
| \`articles/…/{name}.pdf\` | a file to download (also CSV, XLSX and others), beside the article that offers it |
| \`pages/{name}.md\` | a page such as about or privacy; its address is \`/{name}\` |

Run the commands in the folder of the engine, whose docs/writing.md explains all this:

\`\`\`
${settings} npm start                         # publishes and serves the site at http://localhost:3000
${settings} npm run dev                       # shows drafts, and every change at once
${settings} npm run content -- check          # lists errors and advice, with file and line
${settings} npm run content -- publish        # shows the changes on the running site
${settings} npm run content -- new article    # begins an article
${settings} npm run content -- new page       # begins a page
${settings} npm run content -- new author     # adds an author to authors.yaml
${settings} npm run content -- rename <old> <new>
${settings} npm run content -- remove <text>
\`\`\`

## First steps

1. Read \`articles/…/first-text.md\`, then remove it: \`npm run content -- remove first-text --gone\`.
2. Describe each category in \`site.yaml\`.
3. Write the first article.
4. Fill the gaps in \`pages/about.md\`, take out \`draft: true\`, and publish: the footer then links to it.
`;
}

const ABOUT = `**GAP: who runs this site.** Write your names, what you do, and where you are.

## Why this site exists

**GAP: why.** Write for whom the articles are, what you know about their subject, and where the rest comes from.

## How to reach us

**GAP: how.** Write an address that somebody reads, and when to expect an answer.
`;

function formatFirstText({ categories, settings }: NewSite): string {
  const [first] = categories;
  return `---
title: "A first text: how this folder becomes a site"
excerpt: "A text to read and then to remove: where articles lie, how to write one, and how a change becomes visible."
metaDescription: "A first text, to be removed: where the articles of this site lie, how to write one, and how a change becomes visible."
publishedAt: ${new Date().toISOString().slice(0, 10)}
---

This is the first text of this site. It is real, so that you see what a text looks like, and it may go as soon as you have read it:

\`\`\`text
${settings} npm run content -- remove first-text --gone
\`\`\`

## Where it lies

Its file is \`articles/${first?.slug}/first-text.md\`. The folder is the category, [${first?.name}](/${first?.slug}), and the name of the file is the end of the address. The lines between the two \`---\` are its title, what lists and search results say about it, and its date. A text with a date in the future appears on that day. A text with \`draft: true\` is not published at all.

## How to write the next one

\`\`\`text
${settings} npm run content -- new article
\`\`\`

The command asks for a title and a category, and begins a draft at the right place. Write it in Markdown:

| to get | write |
| --- | --- |
| a heading | \`## The heading\` |
| a list | \`- one thing\` in each line |
| a link to a page of this site | \`[what it says](/${first?.slug})\` |
| a picture | \`![what it shows](name.jpg "What to see in it.")\`, with the file beside the text |
| a file to download | \`downloads: [name.pdf]\` between the \`---\` lines, with the file beside the text |

## How a change becomes visible

While you write, \`npm run dev\` shows every text as it will be, drafts included. The check names each problem with its file and line, and says what to write instead. Publishing changes the running site at once:

\`\`\`text
${settings} npm run content -- publish
\`\`\`
`;
}

/** Formats a text in double quotes, which JSON and YAML share. */
function quoteForYaml(text: string): string {
  return JSON.stringify(text);
}
