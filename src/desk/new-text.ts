import { didYouMean } from '../content/did-you-mean.ts';
import { createCommand } from '../publishing/command.ts';
import { createSlug } from '../site/create-slug.ts';
import { listAllSubcategories } from '../site/site.ts';
import { isSlug } from '../site/slugs.ts';
import { ask, type Question } from './ask.ts';
import { DeskError } from './desk-error.ts';
import { carryOut, type Plan } from './folder-change.ts';
import { type Folder, readFolder } from './read-folder.ts';

export const create = createCommand(
  'new <article> [--title <text>] [--category <slug>] [--subcategory <slug>] [--slug <slug>]',
  'begins a text as a draft with complete front matter; asks for what no flag gives',
  async (config, { positionals: [kind = ''], values }) => {
    if (kind !== 'article') throw new DeskError(`“${kind}” is not a kind of text; write new article.`);
    const folder = readFolder(config.contentDir);
    return carryOut(await planArticle(folder, values), config, false);
  },
);

type Given = { readonly [flag: string]: string | undefined };

async function planArticle(folder: Folder, given: Given): Promise<Plan> {
  const { categories } = folder.site;
  const [title = '', answer = ''] = await ask([TITLE, createChoice('category', categories)], given);
  const category = findNamed(categories, answer)?.slug ?? '';
  const subcategories = listAllSubcategories(folder.site).filter((one) => one.category === category);
  const questions = [
    ...(subcategories.length === 0 ? [] : [createChoice('subcategory', subcategories, '')]),
    createSlugQuestion(title),
  ];
  const answers = await ask(questions, given);
  const subcategory = findNamed(subcategories, answers[0] ?? '')?.slug;
  const folders = [folder.name, 'articles', category, ...(subcategory === undefined ? [] : [subcategory])];
  return planText(folder, `${folders.join('/')}/${answers.at(-1)}.md`, formatArticle(title));
}

function planText(folder: Folder, file: string, text: string): Plan {
  if (folder.files.has(file)) throw new DeskError(`${file} exists already; choose another --slug.`);
  return {
    written: new Map([[file, text]]),
    ...{ moved: [], copied: [], removed: [], renamed: [] },
    lines: [`${file} created`],
    summary: `Write it, and look at it with: npm run dev\nWhen it is done, take out “draft: true” and run: npm run content -- publish`,
  };
}

const TITLE: Question = {
  flag: 'title',
  text: 'Title',
  findProblem: (title) => (title === '' ? 'is empty; write what question the text answers' : undefined),
};

function createSlugQuestion(title: string): Question {
  return {
    flag: 'slug',
    text: 'Slug, the last part of the address',
    fallback: createSlug(title) || undefined,
    findProblem: (slug) =>
      isSlug(slug)
        ? undefined
        : `“${slug}” is not a slug; write lower-case letters, digits and single hyphens`,
  };
}

type Named = { readonly slug: string; readonly name: string };

function createChoice(flag: string, all: readonly Named[], fallback?: string): Question {
  const slugs = all.map(({ slug }) => slug).join(', ');
  return {
    ...{ flag, fallback },
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
  const wanted = createSlug(answer);
  return all.find(({ slug, name }) => slug === wanted || createSlug(name) === wanted);
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
