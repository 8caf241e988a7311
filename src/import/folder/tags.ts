import { TEXT_LIMITS } from '../../content/value-limits.ts';
import { listTagSlugs } from '../../site/catalogue.ts';
import { createSlug } from '../../site/slugs.ts';
import type { ImportedOutline } from '../source.ts';
import { cleanLine } from './clean-text.ts';
import type { PlacedText } from './place-texts.ts';

/** Tags are written the same way in all texts. Those with enough published texts have a page. */
export function createTags(outlines: readonly ImportedOutline[], published: readonly PlacedText[]) {
  const names = new Map<string, string>();
  for (const name of outlines.flatMap((outline) => outline.tags.map(cleanLine)))
    if (isTag(name) && !names.has(createSlug(name))) names.set(createSlug(name), name);
  const listSlugs = ({ tags }: ImportedOutline) =>
    [...new Set(tags.map(cleanLine).filter(isTag).map(createSlug))].slice(0, TEXT_LIMITS.tags);
  const now = Date.now();
  const posts = published.filter(
    ({ outline }) => outline.kind === 'post' && !(Date.parse(outline.publishedAt ?? '') > now),
  );
  const paged = new Set(listTagSlugs(posts.map(({ outline }) => listSlugs(outline))));
  return {
    /** What a text can have of its tags, and the others. */
    list: (outline: ImportedOutline) => {
      const slugs = listSlugs(outline);
      return {
        kept: slugs.map((slug) => names.get(slug) ?? slug),
        lost: outline.tags.filter((tag) => !slugs.includes(createSlug(cleanLine(tag)))),
      };
    },
    /** The slug of the page of a tag. */
    findPage: (tag: string): string | undefined => {
      const slug = createSlug(cleanLine(tag));
      return paged.has(slug) ? slug : undefined;
    },
  };
}

export type Tags = ReturnType<typeof createTags>;

function isTag(name: string): boolean {
  return createSlug(name) !== '' && Array.from(name).length <= TEXT_LIMITS.tag;
}
