/**
 * A table of FTS5, which finds rows of another table by the terms of its columns. It stores no text
 * and no places of terms.
 */
type FullTextTable = { readonly name: string; readonly columns: readonly string[] };

export const SECTION_TABLE = {
  name: 'section_search',
  columns: ['heading', 'questions', 'article'],
} as const satisfies FullTextTable;

/** All of ASCII that can be seen; beyond ASCII this tokenizer separates nothing. */
const SEPARATES_NOTHING = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * One term is one token of FTS5, whatever its characters: only white space and control characters
 * separate terms.
 */
const TOKENIZER = `ascii tokenchars ${quoteText("'", SEPARATES_NOTHING)}`;

export function declareFullTextTable({ name, columns }: FullTextTable): string {
  const options = [
    `tokenize=${quoteText('"', TOKENIZER)}`,
    "content=''",
    'contentless_delete=1',
    // Without places a table is smaller, but SQLite refuses every phrase.
    'detail=column',
  ];
  return `CREATE VIRTUAL TABLE ${name} USING fts5 (${[...columns, ...options].join(', ')});`;
}

/** Returns the text of a column that has these terms, in this order. */
export function formatIndexedTerms(terms: readonly string[]): string {
  return splitTerms(terms).join(' ');
}

/** What a row must have to be found. */
export type FullTextMatch<Column extends string> =
  /** All of the terms, anywhere in the row. Without a term it finds nothing. */
  | { readonly kind: 'terms'; readonly terms: readonly string[] }
  /** A term that begins with the text, which has no white space. */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'any' | 'all'; readonly of: readonly FullTextMatch<Column>[] }
  | {
      readonly kind: 'in';
      readonly columns: readonly Column[];
      readonly match: FullTextMatch<Column>;
    };

/**
 * The expression of FTS5 for `MATCH`. This is the only place that writes one: terms may have any
 * characters, and none is read as an operator.
 */
export function formatMatch<Column extends string>(match: FullTextMatch<Column>): string {
  switch (match.kind) {
    case 'terms':
      return joinExpressions(
        splitTerms(match.terms).map((token) => quoteText('"', token)),
        'AND',
      );
    case 'beginning':
      return `${quoteText('"', match.text)} *`;
    case 'any':
      return joinExpressions(match.of.map(formatMatch), 'OR');
    case 'all':
      return joinExpressions(match.of.map(formatMatch), 'AND');
    case 'in':
      return `{${match.columns.join(' ')}} : (${formatMatch(match.match)})`;
  }
}

const NOTHING = '""';

function joinExpressions(expressions: readonly string[], operator: 'AND' | 'OR'): string {
  if (expressions.length === 0) return NOTHING;
  // A repeated phrase would count twice in the ranking.
  return `(${[...new Set(expressions)].join(` ${operator} `)})`;
}

function splitTerms(terms: readonly string[]): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these separate tokens in FTS5, and it reads nothing behind NUL
  const separators = /[\u0000-\u0020\u007f]+/;
  return terms.flatMap((term) => term.split(separators)).filter((token) => token !== '');
}

/** Quotes a string of SQL or of FTS5. */
function quoteText(mark: '"' | "'", text: string): string {
  return mark + text.replaceAll(mark, mark + mark) + mark;
}
