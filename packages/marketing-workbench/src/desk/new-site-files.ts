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
};

export const ABOUT_SLUG = 'about';
/** From the content folder of a site; each version of the program brings its own. */
export const SITE_SCHEMA = '../node_modules/marketing-workbench/schemas/site.schema.json';

/** Creates the content of a new site, by paths below its content folder. */
export function createSiteContent(site: NewSite): ReadonlyMap<string, string> {
  return new Map([
    ['site.yaml', formatSiteYaml(site)],
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
  return `# yaml-language-server: $schema=${SITE_SCHEMA}
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

const ABOUT = `**GAP: who runs this site.** Write your names, what you do, and where you are.

## Why this site exists

**GAP: why.** Write for whom the articles are, what you know about their subject, and where the rest comes from.

## How to reach us

**GAP: how.** Write an address that somebody reads, and when to expect an answer.
`;

function formatFirstText({ categories }: NewSite): string {
  const [first] = categories;
  return `---
title: "A first text: how this folder becomes a site"
excerpt: "A text to read and then to remove: where articles lie, how to write one, and how a change becomes visible."
metaDescription: "A first text, to be removed: where the articles of this site lie, how to write one, and how a change becomes visible."
publishedAt: ${new Date().toISOString().slice(0, 10)}
---

This is the first text of this site. It is real, so that you see what a text looks like, and it may go as soon as you have read it:

\`\`\`text
npm run content -- remove first-text --gone
\`\`\`

## Where it lies

Its file is \`articles/${first?.slug}/first-text.md\`. The folder is the category, [${first?.name}](/${first?.slug}), and the name of the file is the end of the address. The lines between the two \`---\` are its title, what lists and search results say about it, and its date. A text with a date in the future appears on that day. A text with \`draft: true\` is not published at all.

## How to write the next one

\`\`\`text
npm run content -- new article
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
npm run content -- publish
\`\`\`
`;
}

/** Formats a text in double quotes, which JSON and YAML share. */
function quoteForYaml(text: string): string {
  return JSON.stringify(text);
}
