import { didYouMean } from '../content/did-you-mean.ts';
import { asksForHelp, type Command, createCommand } from '../publishing/command.ts';
import { pages } from '../site/addresses.ts';
import { listAllSubcategories } from '../site/settings.ts';
import { createSlug } from '../site/slugs.ts';
import { ask, createSlugQuestion, type GivenFlags, type Question } from './ask.ts';
import { DeskError } from './desk-error.ts';
import { carryOut, type Plan } from './folder-change.ts';
import { planAuthor } from './new-author.ts';
import { type Folder, readFolder } from './read-folder.ts';

/** `new` and a kind, each with flags of its own. */
export const create: Command = {
  summary:
    'begins an article or a page as a draft with complete front matter, or adds an author; asks for what no flag gives; <article|page|author>',
  run: async ({ config, args: [kind = '', ...args] }) => {
    const command = KINDS.get(kind);
    if (command !== undefined) return command.run({ config, args });
    const names = [...KINDS.keys()].map((name) => `new ${name}`);
    if (kind === '') throw new DeskError(`It is not said what to begin; write ${names.join(' or ')}.`);
    if (asksForHelp([kind])) {
      for (const one of KINDS.values()) await one.run({ config, args: [kind] });
      return 0;
    }
    throw new DeskError(`“${kind}” is not a kind of text; write ${names.join(' or ')}.`);
  },
};

function createKind(usage: string, plan: (folder: Folder, given: GivenFlags) => Promise<Plan>): Command {
  return createCommand(`new ${usage}`, '', async (config, { values }) =>
    carryOut(await plan(readFolder(config.contentDir), values), config, false),
  );
}

const KINDS: ReadonlyMap<string, Command> = new Map([
  [
    'article',
    createKind(
      'article [--title <text>] [--category <slug>] [--subcategory <slug>] [--slug <slug>]',
      planArticle,
    ),
  ],
  ['page', createKind('page [--title <text>] [--slug <slug>]', planPage)],
  [
    'author',
    createKind('author [--name <text>] [--slug <slug>] [--role <text>] [--about <text>]', planAuthor),
  ],
]);

async function planArticle(folder: Folder, given: GivenFlags): Promise<Plan> {
  const { categories } = folder.site;
  const [title = '', answer = ''] = await ask([TITLE, createChoice('category', categories)], given);
  const category = findNamed(categories, answer)?.slug ?? '';
  const subcategories = listAllSubcategories(folder.site).filter((one) => one.category === category);
  if (subcategories.length === 0 && given.subcategory)
    throw new DeskError(`${category} has no subcategories; leave out --subcategory.`);
  const questions = [
    ...(subcategories.length === 0 ? [] : [createChoice('subcategory', subcategories, '')]),
    createSlugQuestion(title),
  ];
  const answers = await ask(questions, given);
  const subcategory = findNamed(subcategories, answers[0] ?? '')?.slug;
  const folders = [folder.name, 'articles', category, ...(subcategory === undefined ? [] : [subcategory])];
  return planText(folder, `${folders.join('/')}/${answers.at(-1)}.md`, formatArticle(title));
}

async function planPage(folder: Folder, given: GivenFlags): Promise<Plan> {
  const [title = ''] = await ask([TITLE], given);
  const [slug = ''] = await ask([createSlugQuestion(title)], given);
  const plan = planText(folder, `${folder.name}/pages/${slug}.md`, formatDraftPage(title, PAGE_BODY));
  return {
    ...plan,
    summary: `${plan.summary}\nIts address is ${pages.page(slug)}, and the footer will link to it.`,
  };
}

function planText(folder: Folder, file: string, text: string): Plan {
  if (folder.files.has(file)) throw new DeskError(`${file} exists already; choose another --slug.`);
  return {
    written: new Map([[file, text]]),
    moved: [],
    copied: [],
    removed: [],
    renamed: [],
    lines: [`${file} created`],
    summary: `Write it, and look at it with: npm run dev\nWhen it is done, take out “draft: true” and run: npm run content -- publish`,
  };
}

const TITLE: Question = {
  flag: 'title',
  text: 'Title',
  findProblem: (title) => (title === '' ? 'is empty; write what question the text answers' : undefined),
};

export type Named = { readonly slug: string; readonly name: string };

function createChoice(flag: string, all: readonly Named[], fallback?: string): Question {
  const slugs = all.map(({ slug }) => slug).join(', ');
  return {
    flag,
    fallback,
    text: `${fallback === '' ? `${flag}, or none` : flag} (${slugs})`.replace(/^./, (first) =>
      first.toUpperCase(),
    ),
    findProblem: (answer) =>
      answer === fallback || findNamed(all, answer) !== undefined
        ? undefined
        : `“${answer}” is not a ${flag}; ${didYouMean(
            answer,
            all.map(({ slug }) => slug),
            `write one of ${slugs}`,
          )}`,
  };
}

/** By its slug or its name, in any spelling. */
function findNamed<One extends Named>(all: readonly One[], answer: string): One | undefined {
  const wanted = createSlug(answer) || answer;
  return all.find(({ slug, name }) => [slug, createSlug(name), name].includes(wanted));
}

function formatArticle(title: string): string {
  return `---
title: ${JSON.stringify(title)}
excerpt: "" # one or two sentences for cards, at most 200 characters
metaDescription: "" # 110 to 160 characters for search results
publishedAt: ${new Date().toISOString().slice(0, 10)}
draft: true
---

Answer the question of the title here, in two or three sentences.

## Then say how it is done

Write one heading for each step or question. Link to other pages by their path, such as [all articles](/articles), and save
pictures beside this file.
`;
}

/** A draft. */
export function formatDraftPage(title: string, body: string): string {
  return `---
title: ${JSON.stringify(title)}
metaDescription: "" # 110 to 160 characters for search results
contents: false # true for a table of contents
inFooter: true # false if the footer should not link to it
inSitemap: true # false if the site map should not list it
inFeeds: false # true, with a publishedAt, if the feeds should list it
draft: true
---

${body}`;
}

const PAGE_BODY = `Say here what the page is for, in two or three sentences.

## Then say it in parts

Write one heading for each part. Link to other pages by their path, such as [all articles](/articles).
`;
