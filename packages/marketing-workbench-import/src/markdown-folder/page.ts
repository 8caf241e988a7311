import type { SourceArchive } from '../source.ts';
import type { FrontMatterValues } from './read-values.ts';

/** The file of a text, as the old program would have read it. */
export type SourceTextFile = {
  /** The path below the folder of the site. */
  readonly path: string;
  readonly values: FrontMatterValues;
  readonly title: string;
  /**
   * The date as the program writes it in addresses: in ISO 8601, in the zone of the text or the
   * site.
   */
  readonly date: string | undefined;
};

/** The page on which the old site showed a text. */
export type OldPage = {
  readonly kind: 'post' | 'page';
  readonly slug: string;
  /** The paths without the base path of the site; the first is the permalink. */
  readonly addresses: readonly string[];
  readonly isDraft?: boolean;
  /** Names of categories that its folder means. */
  readonly categories?: readonly string[];
  /** The language of the text, if it is not that of the site. */
  readonly language?: string | undefined;
};

/** A program's rules for texts, addresses and files. */
export type Program = {
  readonly findPage: (file: SourceTextFile) => OldPage | undefined;
  /** Returns front matter that a folder or the configuration gives a file. */
  readonly findDefaults?: (path: string) => FrontMatterValues;
  /** Folders whose files have addresses from the root of the site. */
  readonly staticFolders: readonly string[];
  readonly listArchives: (terms: TermNames) => readonly SourceArchive[];
};

/** The names of the categories and tags of texts. */
export type TermNames = {
  readonly categories: readonly string[];
  readonly tags: readonly string[];
};

/** Splits the name of a file into its date and its words, without the extension. */
export function readFileName(name: string): { readonly date?: string; readonly words: string } {
  const words = name.replace(/\.(?:mdx?|markdown|html?)$/i, '');
  const [, year, month, day, rest = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ]+(.*))?$/s.exec(words) ?? [];
  return year === undefined ? { words } : { date: `${year}-${month}-${day}`, words: rest || words };
}

type DateParts = Readonly<Record<'year' | 'month' | 'day', string>>;

/** Reads year, month and day of an ISO date, in its own zone. */
export function readDateParts(date: string | undefined): DateParts | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? [];
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : { year, month, day };
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function nameMonth(month: string): string {
  return MONTHS[Number(month) - 1] ?? '';
}

export function countDayOfYear({ year, month, day }: DateParts): string {
  const days =
    (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 1)) /
    86_400_000;
  return String(days + 1).padStart(3, '0');
}
