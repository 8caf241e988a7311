import type { TextPlace } from '../folder/sort-files.ts';
import type { SoundKeys } from '../front-matter-schemas.ts';
import type { InternalLink } from '../markdown/body.ts';
import type { TextFacts } from '../texts/text-facts.ts';

/** A text as the checks over the whole site see it: where it is, what it leads to and what is said of it, not its words. */
export type SiteText = TextPlace & {
  readonly file: string;
  /** Where it is read; a legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  /** The front matter keys that are right. */
  readonly sound: SoundKeys;
  readonly lineOf: (key: string) => number;
  /** Every id that a link to this text may name after `#`. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly InternalLink[];
  /** The files of its pictures. */
  readonly images: readonly string[];
  readonly hasRecord: boolean;
};

export function createSiteText(
  place: TextPlace,
  file: string,
  { address, sound, lines, anchors, links, images, hasRecord }: NonNullable<TextFacts['text']>,
): SiteText {
  return {
    ...place,
    ...{ file, address, sound, links, images, hasRecord },
    lineOf: (key) => lines[key] ?? 1,
    anchors: new Set(anchors),
  };
}
