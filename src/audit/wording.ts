import { countWords } from '../content/read-time.ts';
import { computeSimilarity, sketchText } from '../content/shingles.ts';
import { WORDS_PER_MINUTE } from '../site/limits.ts';
import { type AuditedSite, findInText, isArticle, listShownTexts, type ShownText } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

const WORDS_MIN = 200;
const MINUTES_MAX = 20;
const SIMILARITY_MIN = 0.5;
const COMPARED_WORDS_MIN = 40;
/** Flesch-Kincaid: years of school. */
const GRADE_MAX = 15;
const GRADED_WORDS_MIN = 150;

/** Thin, long, hard, overdue and near-duplicate texts. */
export function checkWording(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site);
  return [
    ...texts.flatMap((text) => [...checkLength(text), ...checkAge(text, site)]),
    ...(isEnglishSite(site) ? texts.flatMap(checkReadingLevel) : []),
    ...checkDuplicates(texts, site),
  ];
}

/** The reading level is known for English only. */
export function isEnglishSite({ settings }: Pick<AuditedSite, 'settings'>): boolean {
  return /^en(?:-|$)/.test(settings.language);
}

function checkLength(text: ShownText): readonly AuditFinding[] {
  const words = countWords(text.words);
  const minutes = Math.round(words / WORDS_PER_MINUTE);
  const isText = isArticle(text) || text.record.kind === 'legacy';
  if (isText && words < WORDS_MIN)
    return [findInText('thin-text', text, 1, `the text has ${words} words, fewer than ${WORDS_MIN}`)];
  if (minutes > MINUTES_MAX)
    return [findInText('long-read', text, 1, `the text takes ${minutes} minutes to read`)];
  return [];
}

function checkAge(
  text: ShownText,
  { now, monthsBetweenChecks: months }: AuditedSite,
): readonly AuditFinding[] {
  if (!isArticle(text)) return [];
  const due = new Date(now);
  due.setUTCMonth(due.getUTCMonth() - months);
  const dates = ['checkedAt', 'updatedAt', 'publishedAt'].flatMap((key) => {
    const time = Date.parse(String(text.keys[key] ?? ''));
    return Number.isNaN(time) ? [] : [{ key, time }];
  });
  const last = dates.find(({ key }) => key === 'checkedAt') ?? dates[0];
  if (last === undefined || last.time >= due.getTime()) return [];
  const message = `${last.key} is ${String(text.keys[last.key]).slice(0, 10)}, more than ${months} months ago`;
  return [
    last.key === 'checkedAt'
      ? findInText('check-overdue', text, 'checkedAt', message)
      : findInText('check-missing', text, last.key, `${message}, and there is no checkedAt`),
  ];
}

function checkReadingLevel(text: ShownText): readonly AuditFinding[] {
  const paragraphs = text.paragraphs.filter((words) => /[.!?]["”’)]?$/.test(words));
  const grade = computeGrade(paragraphs.join('\n'));
  if (grade === undefined || grade <= GRADE_MAX) return [];
  const message = `the text needs ${Math.round(grade)} years of school by Flesch-Kincaid; ${GRADE_MAX} is the most`;
  return [findInText('hard-to-read', text, 1, message)];
}

/** The Flesch-Kincaid grade level of English; undefined for a short text. */
function computeGrade(text: string): number | undefined {
  const words = text.toLowerCase().match(/[a-z][a-z’'-]*/g) ?? [];
  if (words.length < GRADED_WORDS_MIN) return undefined;
  const sentences = text.split(/[.!?]["”’)]?(?=\s|$)|\n/).filter((one) => /[a-z]/i.test(one)).length;
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}

/** Groups of vowels, without a silent e at the end. */
function countSyllables(word: string): number {
  const groups = word.replace(/(?<![aeiouyl])e$|(?<=[^td])ed$|e(?=s$)/, '').match(/[aeiouy]+/g) ?? [];
  return Math.max(1, groups.length);
}

/** Whole texts that are nearly the same, and single paragraphs that the check has found. */
function checkDuplicates(texts: readonly ShownText[], { advice }: AuditedSite): readonly AuditFinding[] {
  const pairs = listNearDuplicates(texts);
  const found = pairs.map(({ text, twin, similarity }) => {
    const message = `${Math.round(similarity * 100)} % of the text is that of ${twin.file}`;
    return findInText('near-duplicate', text, 1, message);
  });
  const files = new Set(pairs.flatMap(({ text, twin }) => [text.file, twin.file]));
  const paragraphs = advice
    .filter(({ rule, file }) => rule === 'paragraphs' && !files.has(file))
    .map(({ file, line, message }): AuditFinding => ({ rule: 'paragraph-duplicate', file, line, message }));
  return [...found, ...paragraphs];
}

/** Compares only texts that have one of their smallest hashes in common. */
export function listNearDuplicates(texts: readonly ShownText[]) {
  const byHash = new Map<number, ShownText[]>();
  return texts.flatMap((text) => {
    const sketch = new Set(sketchText(text.words, COMPARED_WORDS_MIN));
    const candidates = new Set([...sketch].flatMap((hash) => byHash.get(hash) ?? []));
    for (const hash of sketch) byHash.set(hash, [...(byHash.get(hash) ?? []), text]);
    for (const twin of candidates) {
      const similarity = computeSimilarity(twin.words, text.words);
      if (similarity >= SIMILARITY_MIN) return [{ text, twin, similarity }];
    }
    return [];
  });
}
