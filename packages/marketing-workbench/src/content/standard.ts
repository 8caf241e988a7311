import { z } from 'zod';
import { ADVICE_RULES } from './advice.ts';
import { didYouMean } from './did-you-mean.ts';
import { explain, line, list, parseYamlFile, type SettingFile, strict } from './yaml.ts';

const COUNT = 'write a whole number, such as 3';
const GROUPS = 'write one "- reason: …" with its phrases for each group, or [] for none';
const PHRASES = 'write one phrase or more, each as "- "';
const REASON =
  'write what the phrases do to a text, and what to write instead (at most 200 characters)';
const PHRASE = 'write 1 to 80 characters';
const ENFORCE = `write true, or a list of the rules ${ADVICE_RULES.join(', ')}`;
const FOLDERS = 'write each as "articles/seo/local-seo: { wordsMin: 300 }"';

const count = z
  .int({ error: explain('is not a whole number', COUNT) })
  .nonnegative({ error: `is negative; ${COUNT}` })
  .optional();
const phrase = line({ min: 1, max: 80, advice: PHRASE }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${PHRASE}`,
});
const phraseGroup = strict({
  reason: line({ min: 1, max: 200, advice: REASON }),
  phrases: list(phrase, PHRASES).nonempty({ error: `is empty; ${PHRASES}` }),
}).transform(({ reason, phrases }) => ({ reason, pattern: createPhrasePattern(phrases) }));
const rule = z
  .string({ error: explain('is not a text', ENFORCE) })
  .refine((name) => ADVICE_RULES.some((known) => known === name), {
    error: ({ input }) => `is not a rule; ${didYouMean(String(input), ADVICE_RULES, ENFORCE)}`,
  });

/**
 * Limits of a text. Words are counted as for the read time of an article; links are those to
 * different other articles.
 */
const LIMITS = {
  wordsMin: count,
  wordsMax: count,
  articleLinksMin: count,
  titleMax: count,
  excerptMax: count,
  metaDescriptionMin: count,
  metaDescriptionMax: count,
};
export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

export const DEFAULT_LIMITS: Limits = {
  // About a minute to read, below which a text rarely answers a question.
  wordsMin: 200,
  wordsMax: Number.POSITIVE_INFINITY,
  articleLinksMin: 0,
  titleMax: 60,
  excerptMax: 200,
  metaDescriptionMin: 110,
  metaDescriptionMax: 160,
};

/** Describes `standard.yaml`, the house style of a content folder. */
const standardSchema = strict({
  ...LIMITS,
  /** Limits that differ for the texts of a folder and of the folders in it. */
  folders: z
    .record(z.string(), strict(LIMITS), { error: explain('is not a mapping', FOLDERS) })
    .default({}),
  forbiddenPhrases: list(phraseGroup, GROUPS).default([]),
  /** The rules whose findings are errors. */
  enforce: z
    .union([z.boolean(), list(rule, ENFORCE)], {
      error: explain('is neither true nor a list', ENFORCE),
    })
    .optional(),
}).check(({ value, issues }) => {
  for (const folder of ['', ...Object.keys(value.folders)]) {
    for (const name of ['words', 'metaDescription'] as const) {
      const limits = findLimits(value, `/${folder}/`);
      if (limits[`${name}Min`] <= limits[`${name}Max`]) continue;
      const path = [...(folder === '' ? [] : ['folders', folder]), `${name}Max`];
      const message = `is less than ${name}Min; write a larger number`;
      issues.push({ code: 'custom', path, message, input: value });
    }
  }
});

export type Standard = z.infer<typeof standardSchema>;

type OwnLimits = { readonly [Name in keyof Limits]?: number | undefined };

/**
 * Returns the limits of the deepest folder that has its own. `file` begins with the name of the
 * content folder.
 */
export function findLimits(
  standard: (OwnLimits & { readonly folders: Readonly<Record<string, OwnLimits>> }) | undefined,
  file: string,
): Limits {
  const { folders = {}, ...own } = standard ?? {};
  const place = file.slice(file.indexOf('/') + 1);
  const above = Object.keys(folders)
    .filter((folder) => place.startsWith(`${folder}/`))
    .toSorted((one, other) => one.length - other.length);
  return Object.assign({}, DEFAULT_LIMITS, own, ...above.map((folder) => folders[folder]));
}

/** Reads the standard of a content folder with these files. */
export function readStandard(source: SettingFile, files: readonly string[]) {
  const { value, problems, lineOf } = parseYamlFile(source, standardSchema);
  const folders = new Set(files.flatMap(listContainingFolders));
  const unknown = Object.keys(value?.folders ?? {})
    .filter((folder) => !folders.has(folder))
    .map((folder) => ({
      file: source?.file ?? '',
      line: lineOf('folders', folder),
      message: `folders.${folder} is not a folder with texts; ${didYouMean(folder, folders, FOLDERS)}`,
    }));
  return { value, problems: [...problems, ...unknown] };
}

/** Lists every folder below the content folder that a file is in. */
function listContainingFolders(file: string): readonly string[] {
  const [, ...segments] = file.split('/');
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The most words that `…` in a phrase matches. */
const GAP_WORDS_MAX = 8;
/**
 * Creates a global pattern that finds any of the phrases, whatever the case, apostrophes, line
 * breaks and hyphens.
 *
 * | in a phrase | matches |
 * |---|---|
 * | `delv*` | delve, delves, delving: any ending of the word |
 * | `not only … but` | both parts with up to eight words between them |
 */
function createPhrasePattern(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map(formatPattern).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu');
}

function formatPattern(phrase: string): string {
  return phrase
    .trim()
    .split(/\s+/)
    .map((word) => (word === '…' ? `(?:\\S+\\s+){0,${GAP_WORDS_MAX}}?` : `${formatWord(word)}\\s+`))
    .join('')
    .replace(/\\s\+$/, '');
}

function formatWord(word: string): string {
  return word
    .replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/[-‐‑]/g, '[-‐‑\\s]')
    .replaceAll('*', "[\\p{L}\\p{N}'’]*");
}
