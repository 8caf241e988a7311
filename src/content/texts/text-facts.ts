import type { LineProblem } from '../content-problem.ts';
import type { SoundKeys } from '../front-matter-schemas.ts';
import type { TextDocument } from './text-document.ts';

/** The keys that problems of the whole site may be about. */
const PLACED_KEYS = ['title', 'excerpt', 'metaDescription', 'legacyUrl', 'redirectTo', 'aliases'] as const;

/** What is known of a text without its words: what checks over the whole site and lists of records need. */
export type TextFacts = {
  /** Undefined for a file that is no text. */
  readonly text?: {
    readonly address?: string | undefined;
    readonly sound: SoundKeys;
    readonly lines: Readonly<Record<string, number>>;
    readonly anchors: readonly string[];
    readonly links: readonly { readonly href: string; readonly line: number }[];
    /** The files of its pictures, in order. */
    readonly images: readonly string[];
    /** Whether it becomes a record: its front matter is right, and it is neither a draft nor a guide. */
    readonly hasRecord: boolean;
  };
  readonly problems: readonly LineProblem[];
  /** Every picture that was looked for, and what it was then. */
  readonly pictures: Readonly<Record<string, string>>;
};

/**
 * Facts as `formatFacts` wrote them. They are not checked again, which for a large site takes an eighth of a run: the cache
 * gives back only what this very program kept (its key names the compiler, its seal the bytes).
 */
export function parseFacts(json: string): TextFacts {
  return JSON.parse(json);
}

type Findings = Pick<TextFacts, 'pictures'> & {
  readonly problems: readonly LineProblem[];
  readonly hasRecord: boolean;
};

export function formatFacts(
  document: TextDocument | undefined,
  { problems, pictures, hasRecord }: Findings,
): string {
  const facts: TextFacts = { problems, pictures };
  if (document === undefined) return JSON.stringify(facts);
  const { address, sound, lineOf, body } = document;
  const text: TextFacts['text'] = {
    address,
    sound,
    lines: Object.fromEntries(PLACED_KEYS.map((key) => [key, lineOf(key)])),
    anchors: [...body.anchors],
    links: body.links,
    images: body.images.map(({ file }) => file),
    hasRecord,
  };
  return JSON.stringify({ ...facts, text });
}
