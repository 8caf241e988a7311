import { didYouMean } from '../content/did-you-mean.ts';
import { findTextFile } from '../content/file-names.ts';
import { pages } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import { listAllSubcategories } from '../site/settings.ts';
import { formatLocalDay } from '../site/time/time-zones.ts';
import {
  askQuestions,
  createSlugQuestion,
  type GivenFlags,
  type TerminalQuestion,
} from './ask-questions.ts';
import { DeskError } from './desk-error.ts';
import type { ChangePlan } from './folder-change.ts';
import type { ContentFolder } from './read-folder.ts';

/** Begins an article as a draft. */
export async function planArticle(folder: ContentFolder, given: GivenFlags): Promise<ChangePlan> {
  const { categories, language } = folder.site;
  const [title = '', answer = ''] = await askQuestions(
    [TITLE, createChoiceQuestion('category', categories, language)],
    given,
  );
  const category = findSection(categories, answer, language)?.slug ?? '';
  const subcategories = listAllSubcategories(folder.site).filter(
    (one) => one.category === category,
  );
  if (subcategories.length === 0 && given.subcategory)
    throw new DeskError(`${category} has no subcategories; leave out --subcategory.`);
  const questions = [
    ...(subcategories.length === 0
      ? []
      : [createChoiceQuestion('subcategory', subcategories, language, '')]),
    createSlugQuestion(title, language),
  ];
  const answers = await askQuestions(questions, given);
  const subcategory = findSection(subcategories, answers[0] ?? '', language)?.slug;
  const folders = [
    folder.name,
    'articles',
    category,
    ...(subcategory === undefined ? [] : [subcategory]),
  ];
  const text = formatDraftArticle(title, formatLocalDay(Date.now(), folder.site.timeZone));
  return planText(folder, `${folders.join('/')}/${answers.at(-1)}.md`, text);
}

/** Begins a page as a draft. */
export async function planPage(folder: ContentFolder, given: GivenFlags): Promise<ChangePlan> {
  const [title = ''] = await askQuestions([TITLE], given);
  const [slug = ''] = await askQuestions([createSlugQuestion(title, folder.site.language)], given);
  const plan = planText(
    folder,
    `${folder.name}/pages/${slug}.md`,
    formatDraftPage(title, PAGE_BODY),
  );
  return {
    ...plan,
    summary: `${plan.summary}\nIts address is ${pages.page(slug)}, and the footer will link to it.`,
  };
}

function planText(folder: ContentFolder, file: string, text: string): ChangePlan {
  const present = findTextFile(folder.files, file);
  if (present !== undefined)
    throw new DeskError(`${present} exists already; choose another --slug.`);
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

const TITLE: TerminalQuestion = {
  flag: 'title',
  text: 'Title',
  findProblem: (title) =>
    title === '' ? 'is empty; write which question the text answers' : undefined,
};

export type SectionChoice = { readonly slug: string; readonly name: string };

function createChoiceQuestion(
  flag: string,
  all: readonly SectionChoice[],
  language: string,
  fallback?: string,
): TerminalQuestion {
  const slugs = all.map(({ slug }) => slug).join(', ');
  return {
    flag,
    fallback,
    text: `${fallback === '' ? `${flag}, or none` : flag} (${slugs})`.replace(/^./, (first) =>
      first.toUpperCase(),
    ),
    findProblem: (answer) =>
      answer === fallback || findSection(all, answer, language) !== undefined
        ? undefined
        : `“${answer}” is not a ${flag}; ${didYouMean(
            answer,
            all.map(({ slug }) => slug),
            `write one of ${slugs}`,
          )}`,
  };
}

/** Finds a section by its slug or its name, in any spelling. */
function findSection<One extends SectionChoice>(
  all: readonly One[],
  answer: string,
  language: string,
): One | undefined {
  const wanted = createSlug(answer, language) || answer;
  return all.find(({ slug, name }) => [slug, createSlug(name, language), name].includes(wanted));
}

function formatDraftArticle(title: string, day: string): string {
  return `---
title: ${JSON.stringify(title)}
excerpt: "" # one or two sentences for cards, at most 200 characters
metaDescription: "" # 110 to 160 characters for search results
publishedAt: ${day}
draft: true
---

Answer the question of the title here, in two or three sentences.

## Then say how it is done

Write one heading for each step or question. Link to other pages by their path, such as [all articles](/articles), and save
pictures beside this file.
`;
}

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
