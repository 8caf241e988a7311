import { decodePercent } from 'marketing-workbench/site/addresses';
import { ImportError } from './import-error.ts';
import { readDateParts } from './markdown-folder/page.ts';
import type { ImportedOutline } from './source.ts';

/**
 * Gives all posts the old address that follows from the address of one of them: its slug, date and
 * category are replaced by those of each post. The addresses that were known before stay, too.
 */
export function addExampleAddresses(
  outlines: readonly ImportedOutline[],
  example: string,
): readonly ImportedOutline[] {
  const path = URL.parse(example, 'https://any.example')?.pathname ?? '/';
  const pattern = outlines.map((outline) => createAddressPattern(outline, path)).find(Boolean);
  if (pattern === undefined)
    throw new ImportError(
      `--example-address ${example} is not the address of a text: it should contain the slug of one, such as ${outlines[0]?.slug}.`,
    );
  return outlines.map((outline) => {
    const address = outline.kind === 'post' ? fillPattern(pattern, outline) : undefined;
    return address === undefined
      ? outline
      : { ...outline, addresses: [...new Set([address, ...outline.addresses])] };
  });
}

/** Returns the path with the names of parts, as in `/{year}/{slug}/`; undefined for another text. */
function createAddressPattern(outline: ImportedOutline, path: string): string | undefined {
  const parts = listAddressParts(outline);
  const segments = path.split('/').map((segment) => {
    const [, words = segment, ending = ''] = /^(.*?)(\.html?)?$/s.exec(segment) ?? [];
    const name = parts.find(([, value]) => value === decodePercent(words))?.[0];
    return name === undefined ? segment : `{${name}}${ending}`;
  });
  return segments.some((segment) => segment.startsWith('{slug}')) ? segments.join('/') : undefined;
}

function fillPattern(pattern: string, outline: ImportedOutline): string | undefined {
  const parts = new Map(listAddressParts(outline));
  let isComplete = true;
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    isComplete &&= parts.has(name);
    return parts.get(name) ?? '';
  });
  return isComplete ? address : undefined;
}

/** Lists the parts of a text that addresses have, the slug first. */
function listAddressParts({ slug, publishedAt, categories }: ImportedOutline) {
  const date = readDateParts(publishedAt);
  const [category, subcategory] = categories;
  const parts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['slug', slug],
    ['year', date?.year],
    ['month', date?.month],
    ['day', date?.day],
    ['category', category],
    ['subcategory', subcategory],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
