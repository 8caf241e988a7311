import { isOwnSegment, pages } from 'marketing-workbench/site/addresses';
import { normaliseRedirectPath } from 'marketing-workbench/site/paths/redirects';
import { RESERVED_SLUGS } from 'marketing-workbench/site/slugs';
import type { ImportedOutline } from '../source.ts';
import { createAsciiSlug } from './ascii-slug.ts';
import { findCategoryFolder, type MappedCategory } from './mapping.ts';

/** A text of the source with its new file and address. */
export type PlacedText = {
  readonly outline: ImportedOutline;
  /** Path in the content folder: `articles/seo/local-seo/reviews.md`. */
  readonly file: string;
  /** Address on the new site. */
  readonly address: string;
  /** Old addresses that no other text has. */
  readonly aliases: readonly string[];
};

export type PlacedTexts = {
  readonly texts: readonly PlacedText[];
  /** Returns the text at an old address. */
  readonly findText: (address: string) => PlacedText | undefined;
};

/**
 * Gives each text a unique file and address. If a draft and a published text have the same slug,
 * the published one keeps it.
 */
export function placeTexts(
  outlines: readonly ImportedOutline[],
  mapping: readonly MappedCategory[],
  language: string,
): PlacedTexts {
  const isPublic = ({ status }: ImportedOutline) =>
    status === 'published' || status === 'scheduled';
  const ordered = [
    ...outlines.filter(isPublic),
    ...outlines.filter((outline) => !isPublic(outline)),
  ];
  const folders = mapping.map(({ to }) => to.split('/'));
  const taken = {
    // A subcategory would hide an article of its name.
    post: new Set([...RESERVED_SLUGS, ...folders.flatMap(([, subcategory]) => subcategory ?? [])]),
    page: new Set(folders.map(([category = '']) => category)),
  };
  const placed = new Map(
    ordered.map(
      (outline) =>
        [
          outline.id,
          placeOutline(outline, mapping, { taken: taken[outline.kind], language }),
        ] as const,
    ),
  );
  const owners = new Map<string, string>();
  for (const { outline } of placed.values())
    for (const key of listAddressKeys(outline)) if (!owners.has(key)) owners.set(key, outline.id);
  const addresses = new Set([...placed.values()].map(({ address }) => address));
  const texts = new Map(
    [...placed].map(([id, text]) => {
      // An old address redirects unless it is the address of a text now.
      const aliases = listAddressKeys(text.outline).filter(
        (key) => owners.get(key) === id && !addresses.has(key),
      );
      return [id, { ...text, aliases }] as const;
    }),
  );
  return {
    texts: outlines.flatMap(({ id }) => texts.get(id) ?? []),
    findText: (address) => texts.get(owners.get(normaliseRedirectPath(address, undefined)) ?? ''),
  };
}

function listAddressKeys({ addresses }: ImportedOutline): readonly string[] {
  const keys = addresses.map((address) => normaliseRedirectPath(address, undefined));
  return [...new Set(keys)].filter((key) => key !== '/');
}

function placeOutline(
  outline: ImportedOutline,
  mapping: readonly MappedCategory[],
  { taken, language }: { readonly taken: Set<string>; readonly language: string },
): Omit<PlacedText, 'aliases'> {
  const wanted =
    createAsciiSlug(outline.slug, language) ||
    createAsciiSlug(outline.title, language) ||
    `text-${createAsciiSlug(outline.id, language) || taken.size}`;
  let slug = wanted;
  const isPage = outline.kind === 'page';
  for (let number = 2; taken.has(slug) || (isPage && isOwnSegment(slug)); number += 1)
    slug = `${wanted}-${number}`;
  taken.add(slug);
  if (isPage) return { outline, file: `pages/${slug}.md`, address: pages.page(slug) };
  const folder = findCategoryFolder(outline, mapping);
  const [category = '', subcategory] = folder.split('/');
  return {
    outline,
    file: `articles/${folder}/${slug}.md`,
    address: pages.article({ category, subcategory, slug }, undefined),
  };
}
