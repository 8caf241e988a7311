import type { SourceArchive } from '../source.ts';
import type { FrontMatterValues } from './read-values.ts';

/** A file of a text, as its program would have read it. */
export type SourceTextFile = {
  /** Below the folder of the site. */
  readonly path: string;
  readonly values: FrontMatterValues;
  readonly title: string;
  /** As the program writes it in addresses: in ISO 8601, in the zone of the text or the site. */
  readonly date: string | undefined;
};

/** Where the old site showed a text. */
export type OldPage = {
  readonly kind: 'post' | 'page';
  readonly slug: string;
  /** Without the base path of the site; the first is the permalink. */
  readonly addresses: readonly string[];
  readonly isDraft?: boolean;
  /** Names of categories that its folder means. */
  readonly categories?: readonly string[];
  /** If it is not that of the site. */
  readonly language?: string | undefined;
};

/** How a program finds texts, addresses and files. */
export type Program = {
  readonly findPage: (file: SourceTextFile) => OldPage | undefined;
  /** Front matter that a folder or the configuration gives a file. */
  readonly findDefaults?: (path: string) => FrontMatterValues;
  /** Folders whose files have addresses from the root of the site. */
  readonly staticFolders: readonly string[];
  readonly listArchives: (terms: TermNames) => readonly SourceArchive[];
};

/** Names that texts have. */
export type TermNames = { readonly categories: readonly string[]; readonly tags: readonly string[] };

/** A name of a file without its extension and date, and the date. */
export function readFileName(name: string): { readonly date?: string; readonly words: string } {
  const words = name.replace(/\.(?:mdx?|markdown|html?)$/i, '');
  const [, year, month, day, rest = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ]+(.*))?$/s.exec(words) ?? [];
  return year === undefined ? { words } : { date: `${year}-${month}-${day}`, words: rest || words };
}

type DateParts = Readonly<Record<'year' | 'month' | 'day', string>>;

/** Of the day in UTC. */
export function readDateParts(date: string | undefined): DateParts | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? [];
  return year === undefined || month === undefined || day === undefined ? undefined : { year, month, day };
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
    (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 1)) / 86_400_000;
  return String(days + 1).padStart(3, '0');
}
