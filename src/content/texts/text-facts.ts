import { hash } from 'node:crypto';
import type { LineProblem } from '../content-problem.ts';
import type { SoundKeys } from '../front-matter-schemas.ts';
import type { ShownImages } from '../images/read-images.ts';
import type { InternalLink } from '../markdown/body.ts';
import type { TextDocument } from './text-document.ts';

/** The keys that site-wide checks report. */
const PLACED_KEYS = ['title', 'excerpt', 'metaDescription', 'legacyUrl', 'redirectTo', 'aliases'] as const;

/** A text without its words: enough for site-wide checks and lists of records. */
export type TextFacts = {
  readonly text?: {
    /** A legacy post without a legacyUrl has none. */
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
  /** Each picture that the compiler looked up, with a hash of the result. */
  readonly pictures: Readonly<Record<string, string>>;
};

/** Not validated, which would take an eighth of a large run: cache keys name the compiler, and a checksum covers the bytes. */
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

/** A fingerprint that changes whenever the picture would be shown differently. */
export function describePicture(images: ShownImages, file: string): string {
  if (!images.has(file)) return 'missing';
  const image = images.get(file);
  return image === undefined ? 'unreadable' : hash('sha256', JSON.stringify(image)).slice(0, 32);
}
