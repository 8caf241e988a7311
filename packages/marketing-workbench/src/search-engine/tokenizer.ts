import { foldWord, WORD_MAX_LENGTH } from './fold-word.ts';
import type { Language } from './language.ts';
import { isSpaceless, segmentWords } from './spaceless.ts';

export type Token = {
  /**
   * The word in lower case, without apostrophes and, depending on the language, without accents.
   */
  readonly word: string;
  /** A compound has the position of its first part. */
  readonly position: number;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /**
   * Set on the joined form of a compound ("onpage" for "on-page"): how many of the preceding tokens
   * are its parts.
   */
  readonly parts?: number;
};

const COMPOUND_PARTS_MAX = 4;

const HYPHEN = /[-\u2010\u2011]/;
const SLASH = /[/&]/;
/** A slash joins only short words: "A/B" and "24/7", but not "Google/Facebook". */
const SLASHED_MAX_LENGTH = 5;

/** Digits within a word, but not the beginning of a number with points. */
const WHOLE_NUMBER = String.raw`(?!\p{Nd}+\.\p{Nd})\p{Nd}+`;

/**
 * The forms of one word, tried in this order. A number with points ends the word before it, and so
 * does a power: "GPT4.1", "15²".
 */
const WORD_FORMS = {
  abbreviation: String.raw`\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])`,
  number: String.raw`\p{Nd}+(?:[.,]\p{Nd}+)+`,
  /** "m²", which readers type as "m2". */
  unit: String.raw`\p{L}{1,2}[²³](?![\p{L}\p{N}])`,
  power: '[⁰¹²³⁴-⁹]+',
  /** Letters and digits, which "++" or "#" may follow. */
  word: [
    String.raw`(?:\p{L}|\p{Nl}|${WHOLE_NUMBER})(?:[\p{L}\p{M}\p{Nl}₀-₉]|${WHOLE_NUMBER})*`,
    String.raw`(?:['’][\p{L}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?`,
  ].join(''),
  /** "½" or "①". */
  sign: String.raw`\p{No}`,
} as const;
const WORD = new RegExp(Object.values(WORD_FORMS).join('|'), 'gu');

/**
 * An ASCII word, unless what follows may belong to it: the digits of "1.5", the signs of "C++", an
 * accent.
 */
const PLAIN = /[a-z0-9]+[a-z](?![a-z0-9'+#\x80-\uffff])|[a-z0-9]+(?![a-z0-9'+#.,\x80-\uffff])/iy;

/** The first number of a size, or one followed by "px": "1080" in "1080x1920" and in "1080px". */
const SIZED = /\d+(?=(?:(?:x\d+)+(?:px)?|px)(?![\p{L}\p{N}]))/iuy;
/**
 * This is skipped between two numbers, so that "1080 x 1920", "1080 by 1920" and "1080×1920" have
 * the same tokens.
 */
const BETWEEN_NUMBERS = /\s*(?:px)?\s*(?:[x×]|by)\s*(?=\d)/iuy;

/** Lists the tokens of a text. The joined form of a compound follows its parts. */
export function listTokens(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  const lower = language.lower(text);
  const scanner: Scanner = {
    text,
    lower: lower.length === text.length ? lower : undefined,
    language,
    start: 0,
    end: 0,
    word: '',
    run: undefined,
  };
  let position = 0;
  let chained = 0;
  while (scanWord(scanner)) {
    const { word, start, end } = scanner;
    if (word === '') continue;
    if (isNumber(word)) skipBetweenNumbers(scanner);
    const token = { word, position: position++, start, end };
    if (chained > 0 && !isJoined(text, tokens.at(-1), token)) {
      if (chained > 1) tokens.push(...joinChain(tokens.slice(-chained), text));
      chained = 0;
    }
    chained++;
    tokens.push(token);
  }
  if (chained > 1) tokens.push(...joinChain(tokens.slice(-chained), text));
  return tokens;
}

/** Lists the words of a text without the joined forms of compounds. */
export function listWords(text: string, language: Language): string[] {
  return listTokens(text, language).flatMap(({ word, parts }) => (parts === undefined ? word : []));
}

type Scanner = {
  readonly text: string;
  /** The text in lower case, unless that changes its length. */
  readonly lower: string | undefined;
  readonly language: Language;
  start: number;
  end: number;
  word: string;
  /** A run of letters without spaces, and its next words. */
  run: { readonly start: number; readonly segments: Iterator<Intl.SegmentData> } | undefined;
};

/**
 * Advances to the next word. ASCII words are scanned without the regular expression, in half the
 * time.
 */
function scanWord(scanner: Scanner): boolean {
  const { text, lower } = scanner;
  if (scanner.run !== undefined && takeSegment(scanner)) return true;
  for (let start = scanner.end; start < text.length; start++) {
    const code = text.charCodeAt(start);
    if (code < 128 && !isAsciiWordCharacter(code)) continue;
    const sized = isDigit(code) ? findMatchEnd(SIZED, text, start) : undefined;
    const end = sized ?? findMatchEnd(PLAIN, text, start);
    if (end === undefined) return matchWord(scanner, start);
    scanner.start = start;
    scanner.end = end;
    const word = lower?.slice(start, end) ?? scanner.language.lower(text.slice(start, end));
    scanner.word = word.slice(0, WORD_MAX_LENGTH);
    return true;
  }
  return false;
}

function findMatchEnd(expression: RegExp, text: string, start: number): number | undefined {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : undefined;
}

function isNumber(word: string): boolean {
  return (
    isDigit(word.charCodeAt(0)) &&
    isDigit(word.charCodeAt(word.length - 1)) &&
    /^[\d.]+$/.test(word)
  );
}

function skipBetweenNumbers(scanner: Scanner): void {
  scanner.end = findMatchEnd(BETWEEN_NUMBERS, scanner.text, scanner.end) ?? scanner.end;
}

function isAsciiWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function matchWord(scanner: Scanner, from: number): boolean {
  WORD.lastIndex = from;
  const match = WORD.exec(scanner.text);
  if (match === null) {
    scanner.end = scanner.text.length;
    return false;
  }
  const [run] = match;
  if (isSpaceless(run)) {
    scanner.run = { start: match.index, segments: segmentWords(run) };
    return takeSegment(scanner);
  }
  scanner.start = match.index;
  scanner.end = WORD.lastIndex;
  scanner.word = foldWord(run, scanner.language);
  return true;
}

/** Advances to the next word of the run. */
function takeSegment(scanner: Scanner): boolean {
  const { run, language } = scanner;
  const next = run?.segments.next();
  if (run === undefined || next === undefined || next.done) {
    scanner.run = undefined;
    return false;
  }
  const { segment, index } = next.value;
  scanner.start = run.start + index;
  scanner.end = scanner.start + segment.length;
  scanner.word = foldWord(segment, language);
  return true;
}

function isJoined(text: string, last: Token | undefined, { start }: Token): boolean {
  if (last === undefined || start !== last.end + 1) return false;
  const between = text.charAt(last.end);
  return HYPHEN.test(between) || SLASH.test(between);
}

/**
 * Joins the parts of a compound. Nothing is joined to a number with points: "difference-1.96" is a
 * calculation, and nobody writes "gpt-4.1" as "gpt4.1" alone.
 */
function joinChain(chain: readonly Token[], text: string): Token[] {
  const [first] = chain;
  const last = chain.at(-1);
  if (
    first === undefined ||
    last === undefined ||
    chain.length < 2 ||
    chain.length > COMPOUND_PARTS_MAX
  )
    return [];
  if (chain.some((part) => /[.,⁄]/.test(part.word))) return [];
  const word = chain.map((part) => part.word).join('');
  const isSlashed = SLASH.test(text.slice(first.start, last.end));
  if (word.length > (isSlashed ? SLASHED_MAX_LENGTH : WORD_MAX_LENGTH)) return [];
  return [
    { word, position: first.position, start: first.start, end: last.end, parts: chain.length },
  ];
}
