import { TEXT_LIMITS } from 'marketing-workbench/content/value-limits';
import { listTagSlugs } from 'marketing-workbench/site/catalogue';
import { createSlug, hasSlug } from 'marketing-workbench/site/create-slug';
import type { ImportedOutline, ImportSource } from '../source.ts';
import { cleanLine } from './clean-text.ts';
import type { PlacedText } from './place-texts.ts';

/**
 * Gives a tag the same spelling in all texts. Tags with enough published texts have a page. Of tags
 * that differ only in symbols, such as C and C#, those with symbols are spelled out: C sharp.
 */
export function createTags({ outlines, site }: ImportSource, published: readonly PlacedText[]) {
  const createTagSlug = (name: string) => createSlug(name, site.language);
  const names = new Map<string, string>();
  const slugs = new Map<string, string>();
  for (const name of listPlainFirst(outlines.flatMap((outline) => outline.tags.map(cleanLine)))) {
    if (slugs.has(foldTag(name))) continue;
    const free = [name, spellSymbols(name)].find(
      (one) => isTag(one) && [undefined, one].includes(names.get(createTagSlug(one))),
    );
    if (free === undefined) continue;
    names.set(createTagSlug(free), free);
    slugs.set(foldTag(name), createTagSlug(free));
  }
  const findSlug = (tag: string) => slugs.get(foldTag(cleanLine(tag)));
  const listSlugs = ({ tags }: ImportedOutline) =>
    [...new Set(tags.flatMap((tag) => findSlug(tag) ?? []))].slice(0, TEXT_LIMITS.tags);
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
      const kept = listSlugs(outline);
      return {
        kept: kept.map((slug) => names.get(slug) ?? slug),
        lost: outline.tags.filter((tag) => !kept.includes(findSlug(tag) ?? '')),
      };
    },
    /** Returns the slug of the page of a tag; undefined if the tag has none. */
    findPage: (tag: string): string | undefined => {
      const slug = findSlug(tag) ?? createTagSlug(cleanLine(tag));
      return paged.has(slug) ? slug : undefined;
    },
  };
}

export type Tags = ReturnType<typeof createTags>;

function listPlainFirst(names: readonly string[]): readonly string[] {
  const isPlain = (name: string) => spellSymbols(name) === name;
  return [...names.filter(isPlain), ...names.filter((name) => !isPlain(name))];
}

/** Returns the same text for tags that differ in capitals, accents, spaces or hyphens, but not in symbols. */
function foldTag(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}\s_-]+/gu, '')
    .toLowerCase();
}

/** Writes the symbols of a name as words: “.NET” becomes “dot NET”. */
function spellSymbols(name: string): string {
  return name
    .replaceAll('#', ' sharp')
    .replaceAll('+', ' plus')
    .replaceAll('*', ' star')
    .replaceAll('.', ' dot ')
    .replace(/\s+/g, ' ')
    .trim();
}

function isTag(name: string): boolean {
  return hasSlug(name) && Array.from(name).length <= TEXT_LIMITS.tag;
}
