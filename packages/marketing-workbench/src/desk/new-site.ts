import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { isContentFolder } from '../content/site-files/site-files.ts';
import { isLanguage } from '../content/site-yaml-schema.ts';
import { isOwnSegment } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import { isSlug } from '../site/slugs.ts';
import { askQuestions, type TerminalQuestion } from './ask-questions.ts';
import { DeskError } from './desk-error.ts';
import { carryOutPlan } from './folder-change.ts';
import { ABOUT_SLUG, createSiteContent, type NewSite } from './new-site-files.ts';
import { scaffoldSite } from './scaffold-site.ts';

/**
 * Creates a site, or adds what is missing to run a folder that has content: package.json, the
 * container file, systemd units, and a workflow that runs the check.
 */
export const newSite: CommandRun = async (_, { positionals: [folder = ''], values }) => {
  const contentDir = path.join(folder, 'content');
  if (isContentFolder(contentDir)) {
    const [flag] = Object.keys(values);
    if (flag !== undefined)
      throw new DeskError(
        `${contentDir} is a site already, and its site.yaml says what --${flag} would; leave out the flags.`,
      );
    console.log([...scaffoldSite(folder), formatNextSteps(folder)].join('\n'));
    return 0;
  }
  refuseUsedFolder(folder);
  const [language = ''] = await askQuestions([LANGUAGE], values);
  const [name = '', domain = '', description = '', categories = '', colour = ''] =
    await askQuestions(createQuestions(language), values);
  const files = createSiteContent({
    name,
    domain,
    description,
    language,
    categories: parseCategories(categories, language),
    colour,
  });
  const plan = {
    written: new Map([...files].map(([file, text]) => [`content/${file}`, text])),
    moved: [],
    copied: [],
    removed: [],
    renamed: [],
    lines: [...files.keys()].map((file) => `${path.join(contentDir, file)} created`),
    summary: '',
  };
  // The data folder of the configuration belongs to another site.
  const { isRefused, lines } = await carryOutPlan(plan, { contentDir, dataDir: '' }, false);
  if (isRefused) {
    console.error(lines.join('\n'));
    return 1;
  }
  console.log([...plan.lines, ...scaffoldSite(folder), formatNextSteps(folder)].join('\n'));
  return 0;
};

function formatNextSteps(folder: string): string {
  const place = /^[\w./~-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `Look at the site with: cd ${place} && npm install && npm start
README.md in the folder says what to do next.`;
}

const LANGUAGE: TerminalQuestion = {
  flag: 'language',
  text: 'Language of its texts, such as en or de-AT',
  fallback: 'en',
  findProblem: (language) =>
    isLanguage(language)
      ? undefined
      : `“${language}” is not a language; write its code, such as en or de-AT`,
};

/** Creates the other questions; addresses are made from names as the language spells them. */
const createQuestions = (language: string): readonly TerminalQuestion[] => [
  { flag: 'name', text: 'Name of the site', findProblem: findEmptyProblem },
  {
    flag: 'domain',
    text: 'Domain, such as www.example.com',
    findProblem: (domain) =>
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)
        ? undefined
        : `“${domain}” is not a domain; write the host alone, such as www.example.com`,
  },
  {
    flag: 'description',
    text: 'What it offers and to whom, in one or two sentences',
    findProblem: findEmptyProblem,
  },
  {
    flag: 'categories',
    text: 'Categories of its articles, such as Coffee, Brewing',
    findProblem: (answer) => findCategoryProblem(parseCategories(answer, language)),
  },
  {
    flag: 'colour',
    text: 'Main colour',
    fallback: '#2457a6',
    findProblem: (colour) =>
      /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)
        ? undefined
        : `“${colour}” is not a colour; write # and six digits of 0 to 9 and a to f, such as #0a7d4f`,
  },
];

function findEmptyProblem(answer: string): string | undefined {
  return answer === '' ? 'is empty' : undefined;
}

/** Parses categories, of which each is a name, or a slug and a name: `bakery=Пекарня`. */
function parseCategories(answer: string, language: string): NewSite['categories'] {
  const parts = answer.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, slug, name = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
      return slug === undefined
        ? { slug: createSlug(part, language), name: part }
        : { slug: slug.trim(), name: name.trim() };
    });
}

function findCategoryProblem(categories: NewSite['categories']): string | undefined {
  if (categories.length === 0) return 'is empty; write one name or more, separated by commas';
  const slugs = categories.map(({ slug }) => slug);
  const bad = categories.find(
    ({ slug }, index) =>
      !isSlug(slug) || slug === ABOUT_SLUG || isOwnSegment(slug) || slugs.indexOf(slug) < index,
  );
  if (bad === undefined) return undefined;
  const problem = isSlug(bad.slug)
    ? `whose address /${bad.slug} is taken`
    : 'which gives no address';
  return `has “${bad.name}”, ${problem}; choose another name, or write an address before it, such as my-section=${bad.name}`;
}

/**
 * Throws unless the folder is new or empty. A folder with nothing but hidden files, such as those
 * of git, is empty.
 */
function refuseUsedFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new DeskError(`${folder} is a file; name a new folder.`);
  if (isContentFolder(folder))
    throw new DeskError(
      `${folder} has its texts at the top; move them to ${path.join(folder, 'content')}, and run the command again.`,
    );
  if (readdirSync(folder).some((name) => !name.startsWith('.')))
    throw new DeskError(`${folder} is not empty; name a new folder.`);
}
