/**
 * Plain texts within Markdown (CommonMark and GFM): they read as they were written, and none of
 * their characters is markup.
 */

type Markup = {
  /** Whether a line has this markup; without it the character is left as it is. */
  readonly risk: RegExp;
  /** The characters that a backslash then makes plain. */
  readonly mark: RegExp;
};

const DELIMITERS: readonly Markup[] = [
  { risk: /`.*`/, mark: /`/ },
  { risk: /\*(?=[^\s*]).*(?<=[^\s*])\*/, mark: /\*/ },
  { risk: /~(?=[^\s~]).*(?<=[^\s~])~/, mark: /~/ },
  { risk: /(?<![\p{L}\p{N}_])_+(?=[^\s_]).*(?<=[^\s_])_+(?![\p{L}\p{N}_])/u, mark: /_/ },
  // Links, images, definitions and notes.
  { risk: /\][([:]|\[[\^!]/, mark: /\[/ },
  { risk: /</, mark: /<(?=[a-z/!?]|[^\s<>]*@)/ },
  { risk: /&/, mark: /&(?=#?\w+;)/ },
];

const BACKSLASH: Markup = { risk: /\\/, mark: /\\(?=[!-/:-@[-`{-~]|$)/ };

/** What GFM makes a link without any markup. */
const LITERAL_LINKS: readonly Markup[] = [
  { risk: /:\/\//, mark: /(?<=https?|ftp):(?=\/\/)/ },
  { risk: /www\./i, mark: /(?<=www)\.(?=[\w-])/ },
  { risk: /@/, mark: /(?<=[\w.+-])@(?=[\w-]+\.[\w-])/ },
];

const MARKUP = [BACKSLASH, ...DELIMITERS, ...LITERAL_LINKS];

/**
 * Characters that have a meaning at the start of a paragraph: of headings, quotes, lists, rules and
 * fences.
 */
const START =
  /^(?:#(?=#{0,5}(?:\s|$))|>|[-+*](?=\s|$)|[-_*](?=(?:\s*[-_*]){2,}\s*$)|`(?=``)|~(?=~~))|(?<=^\d{1,9})[.)](?=\s|$)/;

/**
 * @param line - All text of the line that it becomes a part of, if that is more: markup can begin
 * in one text and end in another.
 */
export function escapeMarkdown(text: string, line = text): string {
  return escapeMarks(toOneLine(text), findRiskyMarks(MARKUP, line));
}

/** Escapes the words of a link, which brackets would end. */
export function escapeMarkdownLabel(text: string, line: string): string {
  const marks = findRiskyMarks(MARKUP, line).filter(({ source }) => source !== '\\[');
  return escapeMarks(toOneLine(text), [...marks, /[[\]]/, /^\^/]);
}

export function formatMarkdownHeading(level: 1 | 2, text: string): string {
  // At the end of a heading they would close it.
  return `${'#'.repeat(level)} ${escapeMarkdown(text).replace(/(?<=^|\s)#+$/, '\\$&')}`;
}

export function formatMarkdownParagraph(text: string): string {
  return escapeMarkdown(text).replace(START, '\\$&');
}

/**
 * Returns a text in double quotes of YAML, where it is no markup either to programs that don't know
 * front matter.
 */
export function quoteYaml(text: string): string {
  return quoteLine(text, [...DELIMITERS, ...LITERAL_LINKS]);
}

/** Returns an address in double quotes of YAML, which may become a link. */
export function quoteYamlAddress(address: string): string {
  return quoteLine(address, DELIMITERS);
}

function quoteLine(text: string, markup: readonly Markup[]): string {
  return JSON.stringify(text)
    .replace(createPattern(findRiskyMarks(markup, text)), escapeCodeUnit)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeCodeUnit);
}

function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function findRiskyMarks(markup: readonly Markup[], line: string): readonly RegExp[] {
  const plain = toOneLine(line);
  return markup.filter(({ risk }) => risk.test(plain)).map(({ mark }) => mark);
}

function escapeMarks(text: string, marks: readonly RegExp[]): string {
  return text.replace(createPattern(marks), '\\$&');
}

/** Returns a pattern that matches nothing if there are no marks. */
function createPattern(marks: readonly RegExp[]): RegExp {
  return new RegExp(marks.map(({ source }) => source).join('|') || '(?!)', 'giu');
}

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
