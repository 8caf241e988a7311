import type { ContentFinding } from '../content-finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { SharedFact } from '../facts.ts';
import type { TextPlace } from '../sort-files.ts';
import { readBody } from '../texts/front-matter.ts';
import type { CheckedSite, SiteText } from './checked-site.ts';
import { describeOldCheck } from './date-rules.ts';

type FactSite = Pick<CheckedSite, 'unreadable'> & {
  /** Undefined for a text that can't be read. */
  readonly readSource: (file: string) => string | undefined;
  readonly facts: readonly SharedFact[];
  readonly documents: readonly SiteText[];
  /** The time of this machine's clock, in milliseconds since 1970. */
  readonly clockTime: number;
};

/**
 * Compares the texts with `facts.yaml`: a text that a fact lists says its number, and any other
 * that says it near the same words is advised to be listed. Reads the sources of all texts, but
 * only if there are facts.
 */
export function checkFacts({
  readSource,
  facts,
  documents,
  unreadable,
  clockTime,
}: FactSite): readonly ContentFinding[] {
  if (facts.length === 0) return [];
  const texts = documents.map((document) => ({
    document,
    shown: listShown(document, readSource(document.file) ?? ''),
  }));
  return facts.flatMap((fact) => [
    ...checkAge(fact, clockTime),
    ...checkListed(fact, texts, unreadable),
    ...checkOthers(fact, texts),
  ]);
}

type SearchedText = {
  readonly document: SiteText;
  /** What readers see, as Markdown. Each part begins at its line. */
  readonly shown: readonly ShownPart[];
};
type ShownPart = { readonly line: number; readonly text: string };

const SHOWN_KEYS = ['title', 'seoTitle', 'excerpt', 'metaDescription'] as const;

function listShown({ validKeys, lines }: SiteText, source: string): readonly ShownPart[] {
  const keys = SHOWN_KEYS.map((key) => ({ line: lines[key] ?? 1, text: validKeys[key] ?? '' }));
  return [...keys, { line: 1, text: hideMarkup(readBody(source)) }];
}

/** Removes comments, the targets of links and the marks of emphasis, but no line break. */
function hideMarkup(markdown: string): string {
  return markdown
    .replace(/^\[[^\]]*\]: .*$/gm, '')
    .replace(/\]\(\S+?\)|(?<=\])\(\S+(?= )/g, '')
    .replace(/[*`[\]]/g, '');
}

function checkAge(
  { file, fact, checkedAt, checkedLine }: SharedFact,
  now: number,
): ContentFinding[] {
  const old = describeOldCheck('checkedAt', checkedAt, { now });
  if (old === undefined) return [];
  const message = `${old}; check “${fact}” again, and write the day`;
  return [{ file, line: checkedLine, message, rule: 'overdueChecks' }];
}

function checkListed(
  fact: SharedFact,
  texts: readonly SearchedText[],
  unreadable: readonly TextPlace[],
): readonly ContentFinding[] {
  const slugs = texts.map(({ document }) => document.slug);
  return [...fact.texts, ...fact.except].flatMap((named): ContentFinding[] => {
    const { slug, line } = named;
    const found = texts.filter(({ document }) => document.slug === slug);
    if (found.length === 0 && unreadable.some((one) => one.slug === slug)) return [];
    if (found.length === 0) {
      const advice = didYouMean(slug, slugs, 'write the slug of a text, or remove it');
      return [{ file: fact.file, line, message: `${slug} is not a text; ${advice}` }];
    }
    if (
      fact.except.includes(named) ||
      found.some(({ shown }) => findPlace(fact, shown) !== undefined)
    )
      return [];
    const message = `${slug} does not say ${describeNumber(fact)}; correct the text, or take it out of the list`;
    return [{ file: fact.file, line, message, about: found.map(({ document }) => document.file) }];
  });
}

/**
 * Finds the number in other texts. Nothing is found without words to look for, since a number alone
 * may mean anything.
 */
function checkOthers(fact: SharedFact, texts: readonly SearchedText[]): readonly ContentFinding[] {
  if (fact.near.length === 0) return [];
  const known = new Set([...fact.texts, ...fact.except].map(({ slug }) => slug));
  return texts.flatMap(({ document, shown }): ContentFinding[] => {
    if (known.has(document.slug) || document.validKeys.draft === true) return [];
    const line = findPlace(fact, shown);
    if (line === undefined) return [];
    const message = `says ${describeNumber(fact)}, as “${fact.fact}” in facts.yaml; add ${document.slug} to its texts, or to except if it means something else`;
    return [{ file: document.file, line, message, rule: 'facts' }];
  });
}

function describeNumber({ values, near }: SharedFact): string {
  const number = values.map((value) => `“${value}”`).join(' or ');
  return near.length === 0
    ? number
    : `${number} near ${near.map((words) => `“${words}”`).join(' or ')}`;
}

/**
 * How many characters from the number its words may stand, within one paragraph, list or table:
 * about two lines of print.
 */
const NEAR_DISTANCE = 150;

/** Returns the line of the first place that says the number of a fact. */
function findPlace({ values, near }: SharedFact, shown: readonly ShownPart[]): number | undefined {
  const pattern = createNumberPattern(values);
  const groups = near.map(createWordPatterns);
  for (const { line, text } of shown) {
    for (const { index, 0: written } of text.matchAll(pattern)) {
      const before = text
        .slice(Math.max(0, index - NEAR_DISTANCE), index)
        .replace(/^.*\n\s*\n/s, '');
      const after = text
        .slice(index, index + written.length + NEAR_DISTANCE)
        .replace(/\n\s*\n.*$/s, '');
      const around = `${before} ${after}`;
      if (near.length === 0 || groups.some((words) => words.every((word) => word.test(around))))
        return line + text.slice(0, index).split('\n').length - 1;
    }
  }
  return undefined;
}

/** Finds any of the spellings, but no part of a longer number or word. */
function createNumberPattern(values: readonly string[]): RegExp {
  const spellings = values.map((value) => {
    const spelling = value.split(/\s+/).map(RegExp.escape).join(String.raw`\s+`);
    return /[\p{L}\d%]$/u.test(value) ? String.raw`${spelling}(?![\p{L}\d%]|[.,]\d)` : spelling;
  });
  return new RegExp(String.raw`(?<![\p{L}\d$€£])(?<!\d[.,])(?:${spellings.join('|')})`, 'giu');
}

/** A word is also found with any ending. */
function createWordPatterns(words: string): readonly RegExp[] {
  return words
    .split(/\s+/)
    .map((word) => new RegExp(String.raw`(?<![\p{L}\d])${RegExp.escape(word)}`, 'iu'));
}
