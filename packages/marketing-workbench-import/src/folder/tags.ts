import { TEXT_LIMITS } from 'marketing-workbench/content/value-limits';
import { listTagSlugs } from 'marketing-workbench/site/catalogue';
import { createSlug, hasSlug } from 'marketing-workbench/site/create-slug';
import type { ImportedOutline, ImportSource } from '../source.ts';
import { cleanLine } from './clean-text.ts';
import type { PlacedText } from './place-texts.ts';

/** Gives a tag the same spelling in all texts. Tags with enough published texts have a page. */
export function createTags({ outlines, site }: ImportSource, published: readonly PlacedText[]) {
  const createTagSlug = (name: string) => createSlug(name, site.language);
  const names = new Map<string, string>();
  for (const name of outlines.flatMap((outline) => outline.tags.map(cleanLine)))
    if (isTag(name) && !names.has(createTagSlug(name))) names.set(createTagSlug(name), name);
  const listSlugs = ({ tags }: ImportedOutline) =>
    [...new Set(tags.map(cleanLine).filter(isTag).map(createTagSlug))].slice(0, TEXT_LIMITS.tags);
  const now = Date.now();
  const posts = published.filter(
    ({ outline }) => outline.kind === 'post' && !(Date.parse(outline.publishedAt ?? '') > now),
  );
  const paged = new Set(
    listTagSlugs(
      posts.map(({ outline }) => listSlugs(outline)),
      site.language,
    ),
  );
  return {
    /** Returns the tags that a text can keep, and those that it loses. */
    list: (outline: ImportedOutline) => {
      const slugs = listSlugs(outline);
      return {
        kept: slugs.map((slug) => names.get(slug) ?? slug),
        lost: outline.tags.filter((tag) => !slugs.includes(createTagSlug(cleanLine(tag)))),
      };
    },
    /** Returns the slug of the page of a tag; undefined if the tag has none. */
    findPage: (tag: string): string | undefined => {
      const slug = createTagSlug(cleanLine(tag));
      return paged.has(slug) ? slug : undefined;
    },
  };
}

export type Tags = ReturnType<typeof createTags>;

function isTag(name: string): boolean {
  return hasSlug(name) && Array.from(name).length <= TEXT_LIMITS.tag;
}
