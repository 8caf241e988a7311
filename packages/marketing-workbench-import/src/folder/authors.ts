import path from 'node:path';
import { SETTING_LIMITS } from 'marketing-workbench/content/value-limits';
import { stringify } from 'yaml';
import type { ImportSource, SourceAuthor } from '../source.ts';
import { createAsciiSlug } from './ascii-slug.ts';
import { cleanLine, truncateText } from './clean-text.ts';
import type { ImportFindings } from './import-findings.ts';
import type { KeptFiles } from './kept-files.ts';
import { preparePicture } from './prepare-file.ts';

export type ImportedAuthor = SourceAuthor & { readonly slug: string };

/**
 * Returns the authors of all texts by their ids, including those whom the source does not describe.
 */
export function createImportedAuthors({
  site,
  outlines,
}: ImportSource): ReadonlyMap<string, ImportedAuthor> {
  const described = new Map(site.authors.map((author) => [author.id, author]));
  const slugs = new Set<string>();
  const authors = new Map<string, ImportedAuthor>();
  for (const id of new Set(outlines.flatMap((outline) => outline.authors))) {
    const author = described.get(id) ?? { id, name: id };
    const name = cleanLine(author.name) || cleanLine(id) || 'Unknown';
    const wanted =
      createAsciiSlug(name, site.language, SETTING_LIMITS.slug - 4) ||
      createAsciiSlug(id, site.language, SETTING_LIMITS.slug - 4) ||
      'author';
    let slug = wanted;
    for (let number = 2; slugs.has(slug); number += 1) slug = `${wanted}-${number}`;
    slugs.add(slug);
    authors.set(id, { ...author, name: truncateText(name, SETTING_LIMITS.name), slug });
  }
  return authors;
}

/** Writes `authors.yaml` and the pictures of the authors. */
export async function writeAuthors(
  authors: readonly ImportedAuthor[],
  source: ImportSource,
  kept: KeptFiles,
  findings: ImportFindings,
): Promise<void> {
  if (authors.length === 0) return;
  const rows = [];
  for (const author of authors) {
    const { slug, name, about, links = [] } = author;
    const picture = await writeAuthorPicture(author, source, kept, findings);
    const safe = links.filter((link) => URL.parse(link)?.protocol === 'https:');
    const words = truncateText(cleanLine(about), SETTING_LIMITS.authorAbout);
    if (about !== undefined && words !== cleanLine(about))
      findings.addProblem(
        `the description of ${name} was cut at ${SETTING_LIMITS.authorAbout} characters; it was: ${about}`,
      );
    if (safe.length < links.length)
      findings.addProblem(
        `links of ${name} were left out, since they do not begin with https: ${links.filter((link) => !safe.includes(link)).join(', ')}`,
      );
    rows.push({
      slug,
      name,
      ...(words !== '' && { about: words }),
      ...(picture !== undefined && { picture }),
      ...(safe.length > 0 && { links: safe }),
    });
  }
  kept.write('authors.yaml', stringify(rows, { lineWidth: 0 }));
}

async function writeAuthorPicture(
  { name, slug, picture }: ImportedAuthor,
  source: ImportSource,
  kept: KeptFiles,
  findings: ImportFindings,
): Promise<string | undefined> {
  if (picture === undefined) return undefined;
  const bytes = await source
    .findFile(picture, '')
    ?.read()
    .catch(() => undefined);
  const prepared =
    bytes === undefined ? { problem: 'is not at hand' } : await preparePicture(bytes);
  if ('problem' in prepared) {
    findings.addMissingFile(picture, `${prepared.problem} (the picture of ${name})`);
    return undefined;
  }
  const file = `${slug}${prepared.extension}`;
  kept.write(path.posix.join('authors', file), prepared.bytes);
  return file;
}
