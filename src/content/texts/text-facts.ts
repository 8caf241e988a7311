import type { LineProblem } from '../content-problem.ts';
import type { SoundKeys } from '../front-matter-schemas.ts';
import type { InternalLink } from '../markdown/body.ts';
import type { TextDocument } from './text-document.ts';

/** The keys that checks over the whole site report problems of. */
const PLACED_KEYS = ['title', 'excerpt', 'metaDescription', 'legacyUrl', 'redirectTo', 'aliases'] as const;

/** What checks over the whole site and lists of records need of a text: all but its words. */
export type TextFacts = {
  /** Undefined for a file that is not a text. */
  readonly text?: {
    /** Its public path; a legacy post without a legacyUrl has none. */
    readonly address?: string | undefined;
    readonly sound: SoundKeys;
    readonly lines: Readonly<Record<string, number>>;
    /** Every id that a link to this text may name after `#`. */
    readonly anchors: readonly string[];
    readonly links: readonly InternalLink[];
    readonly images: readonly string[];
    /** Whether it becomes a record: its front matter is valid, and it is neither a draft nor a guide. */
    readonly hasRecord: boolean;
  };
  readonly problems: readonly LineProblem[];
  /** Every picture that the compiler looked up, with a hash of what it found. */
  readonly pictures: Readonly<Record<string, string>>;
};

/**
 * Parses what `formatFacts` wrote. No schema checks it, which would take an eighth of a run for a large site: the cache
 * returns only what this version of the program stored (the key names the compiler, a checksum covers the bytes).
 */
export function parseFacts(json: string): TextFacts {
  return JSON.parse(json);
}

type Findings = Pick<TextFacts, 'problems' | 'pictures'> & { readonly hasRecord: boolean };

export function formatFacts(
  document: TextDocument | undefined,
  { problems, pictures, hasRecord }: Findings,
): string {
  const facts: TextFacts = { problems, pictures };
  if (document === undefined) return JSON.stringify(facts);
  const { address, sound, lineOf, body } = document;
  const text: TextFacts['text'] = {
    ...{ address, sound, hasRecord, links: body.links, anchors: [...body.anchors] },
    lines: Object.fromEntries(PLACED_KEYS.map((key) => [key, lineOf(key)])),
    images: body.images.map(({ file }) => file),
  };
  return JSON.stringify({ ...facts, text });
}
