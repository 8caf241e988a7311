import path from 'node:path';
import { readExtension } from 'marketing-workbench/content/file-names';
import { canBeCover } from 'marketing-workbench/content/images/covers';
import { UNCONVERTED } from 'marketing-workbench/content/markdown/code-blocks';
import { IMAGE_TYPES } from 'marketing-workbench/content/sort-files';
import { TEXT_LIMITS } from 'marketing-workbench/content/value-limits';
import type { Anchors } from 'marketing-workbench/html-to-markdown/anchors';
import type { References } from 'marketing-workbench/html-to-markdown/conversion';
import type { PartCounts } from 'marketing-workbench/html-to-markdown/part-counts';
import { DOWNLOAD_TYPES } from 'marketing-workbench/site/downloads';
import { convertBody } from '../body/convert-body.ts';
import type { ImportSource, SourceBody, SourceFile } from '../source.ts';
import { cleanLine, truncateText } from './clean-text.ts';
import { type FindLinkTarget, type LinkTarget, UNKNOWN_ORIGIN } from './find-link.ts';
import type { ImportFindings } from './import-findings.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PlacedText } from './place-texts.ts';
import { escapeMarkdownMarks, type Placeholders, type Replacement } from './placeholders.ts';
import type { FileKind, WriteFile, WrittenFile } from './text-files.ts';

export type ImportedDownload = { readonly file: string; readonly title: string };

/** A converted text whose links to other texts are still placeholders. */
export type ConvertedText = {
  readonly markdown: string;
  /** Links to texts and archives of the old site, by the numbers of their placeholders. */
  readonly links: readonly (string | null)[];
  readonly anchors: Anchors;
  readonly isUnfinished: boolean;
  readonly cover?: { readonly src: string; readonly alt: string } | undefined;
  readonly downloads: readonly ImportedDownload[];
  readonly before: PartCounts;
  readonly after: PartCounts;
  readonly notes: readonly string[];
};

export type ConversionContext = {
  readonly source: ImportSource;
  readonly findTarget: FindLinkTarget;
  readonly placeholders: Placeholders;
  readonly writeFile: WriteFile;
  readonly findings: ImportFindings;
  readonly kept: KeptFiles;
};

/** A picture or download for which the text has a placeholder. */
type FileReference = {
  readonly file: SourceFile;
  readonly kind: FileKind;
  /** Address on the old site. */
  readonly address: string;
  readonly title: string;
};

type CollectedReferences = {
  /** Links by the number of their placeholder. */
  readonly links: (string | null)[];
  readonly references: Map<number, FileReference>;
  readonly notes: string[];
};

/**
 * Converts a body at once, but writes its files only after `before`, the files of the previous
 * text. So the conversion does not wait for files.
 */
export async function convertText(
  text: PlacedText,
  body: SourceBody,
  context: ConversionContext,
  before: Promise<unknown>,
): Promise<ConvertedText> {
  const collected: CollectedReferences = { links: [], references: new Map(), notes: [] };
  const { notes } = collected;
  const converted = convertBody(body, createReferences(text, context, collected));
  notes.push(...converted.notes);
  const used = new Set(context.placeholders.list(converted.markdown));
  for (const index of collected.references.keys())
    if (!used.has(index)) collected.references.delete(index);
  await before;
  const files = await writeReferences(text, context, collected);
  const cover = await readCover(text, context, collected, files);
  const markdown = fitLength(converted.markdown, text, context);
  const isUnfinished = markdown.includes(`\`\`\`${UNCONVERTED}`);
  if (isUnfinished)
    notes.push(
      'the text stays a draft until the parts in “unconverted” fences are rewritten in Markdown or removed',
    );
  return {
    markdown:
      (cover.lead ?? '') + context.placeholders.replace(markdown, (index) => files.get(index)),
    links: collected.links,
    anchors: converted.anchors,
    isUnfinished,
    notes,
    cover: cover.cover,
    downloads: listDownloads(collected, files),
    before: converted.before,
    after: recountLostPictures(converted.after, collected, files),
  };
}

/** Characters; a file of the content folder may have 250 kB. */
const LENGTH_MAX = 80_000;
const BYTES_MAX = 230_000;

/**
 * Returns the beginning of a text that is too long for one file, and writes the whole text beside
 * the state of the import.
 */
function fitLength(markdown: string, { file }: PlacedText, { kept }: ConversionContext): string {
  if (Buffer.byteLength(markdown) <= BYTES_MAX) return markdown;
  const place = path.posix.join('.import/too-long', file);
  kept.write(place, markdown);
  const end = markdown.lastIndexOf('\n\n', LENGTH_MAX);
  const rest = `The text is too long for one file. The whole text is in ${place}.`;
  return `${markdown.slice(0, end === -1 ? 0 : end)}\n\n\`\`\`${UNCONVERTED}\n${rest}\n\`\`\`\n`;
}

function createReferences(
  text: PlacedText,
  context: ConversionContext,
  collected: CollectedReferences,
): References {
  const { source, findTarget, findings } = context;
  const formatAddress = (src: string): string | undefined => {
    const target = findTarget(src, text);
    // A page of the old site has no address any more.
    const isFile =
      target.kind === 'address' || target.kind === 'file' || target.kind === 'missingFile';
    return isFile && URL.canParse(target.address) ? toAbsolute(target.address, source) : undefined;
  };
  return {
    findLink: (href, words = '') => {
      const target = findTarget(href, text);
      countOwnLink(target, href, findings);
      return writeLinkTarget(target, { href, words, collected, ...context });
    },
    findPicture: (src) => {
      const file = source.findFile(src, text.outline.id);
      const address = formatAddress(src) ?? src;
      if (file === undefined) {
        findings.addMissingFile(address, 'is not at hand');
        return undefined;
      }
      const alt = source.describeFile(src);
      const name = addReference({ file, kind: 'picture', address, title: '' }, context, collected);
      return { name, ...(alt !== undefined && { alt }) };
    },
    formatAddress,
  };
}

/**
 * Counts a link by an address of the old site. A link to an anchor, or to the file of a text, says
 * nothing about addresses.
 */
function countOwnLink(target: LinkTarget, href: string, findings: ImportFindings): void {
  if (!/^\s*(?:\/|https?:)/.test(href) || /\.mdx?(?:#|$)/.test(href)) return;
  if (target.kind === 'text') findings.countOwnLink(target.isGuessed !== true);
  if (target.kind === 'lost') findings.countOwnLink(false);
}

function addReference(
  reference: FileReference,
  { placeholders }: Pick<ConversionContext, 'placeholders'>,
  { links, references }: CollectedReferences,
): string {
  references.set(links.length, reference);
  return placeholders.format(links.push(null) - 1);
}

type LinkConversion = ConversionContext & {
  readonly href: string;
  readonly words: string;
  readonly collected: CollectedReferences;
};

/** Returns the address or placeholder of a link; undefined if only its words remain. */
function writeLinkTarget(target: LinkTarget, link: LinkConversion): string | undefined {
  const { href, words, placeholders, findings, collected } = link;
  const { links, notes } = collected;
  switch (target.kind) {
    case 'text':
      if (target.isGuessed)
        notes.push(`the link to ${target.href} leads to the text with the same slug`);
      return placeholders.format(links.push(href) - 1);
    case 'archive':
      return placeholders.format(links.push(href) - 1);
    case 'address':
      return target.address;
    case 'file': {
      const { file, address } = target;
      const extension = readExtension(file.name);
      if (DOWNLOAD_TYPES.has(extension))
        return addReference(
          { file, kind: 'download', address, title: words || file.name },
          link,
          collected,
        );
      const reason = IMAGE_TYPES.has(extension)
        ? 'is a picture'
        : 'is not a file that this site offers for download';
      return keepAddress(address, reason, link);
    }
    case 'missingFile':
      return keepAddress(target.address, 'is not at hand', link);
    case 'lost':
      findings.addLostLink(target.address);
      notes.push(
        `the link to ${target.address} was removed and its words remain: no text has this address`,
      );
      return undefined;
    case 'unsupported':
      notes.push(
        `the link to ${href.slice(0, 100)} was removed and its words remain: it ${target.reason}`,
      );
      return undefined;
  }
}

function keepAddress(
  address: string,
  reason: string,
  { source, findings, collected }: LinkConversion,
): string | undefined {
  findings.addMissingFile(address.replace(UNKNOWN_ORIGIN, ''), reason);
  if (toAbsolute(address, source) === undefined) {
    const { pathname } = new URL(address);
    collected.notes.push(
      `the link to the file ${pathname} was removed and its words remain: it ${reason}, and the address of the old site is not known`,
    );
    return undefined;
  }
  collected.notes.push(`the file ${address} ${reason}; the link leads to its old address`);
  return address;
}

function toAbsolute(address: string, { site: { origins } }: ImportSource): string | undefined {
  const url = URL.parse(address, origins[0]);
  if (url === null || url.origin === UNKNOWN_ORIGIN) return undefined;
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const TOO_MANY = { problem: `is over the limit of ${TEXT_LIMITS.downloads} downloads per text` };

type WrittenFiles = ReadonlyMap<
  number,
  Replacement & { readonly written?: string; readonly bytes?: Uint8Array }
>;

/** Writes the files of a text, each once, although a text may name it several times. */
async function writeReferences(
  text: PlacedText,
  { writeFile, findings }: ConversionContext,
  { references, notes }: CollectedReferences,
): Promise<WrittenFiles> {
  const written = new Map<string, WrittenFile>();
  const files = new Map<number, Replacement & { written?: string; bytes?: Uint8Array }>();
  const offered = new Set<string>();
  for (const [index, { file, kind, address }] of references) {
    const key = `${kind} ${file.id}`;
    const isTooMuch =
      kind === 'download' && !offered.has(key) && offered.size === TEXT_LIMITS.downloads;
    const isNew = !written.has(key);
    const result = written.get(key) ?? (isTooMuch ? TOO_MANY : await writeFile(file, kind, text));
    written.set(key, result);
    if ('problem' in result) {
      findings.addMissingFile(address, result.problem);
      notes.push(`${address} ${result.problem}; its address remains as a link`);
      files.set(index, { kind: 'link', address });
      continue;
    }
    const { name, bytes, change } = result;
    if (isNew && change !== undefined) notes.push(`${name} ${change}`);
    if (kind === 'download') offered.add(key);
    files.set(index, {
      kind: 'address',
      address: kind === 'picture' ? name : '#downloads',
      written: name,
      bytes,
    });
  }
  return files;
}

function listDownloads(
  { references }: CollectedReferences,
  files: WrittenFiles,
): readonly ImportedDownload[] {
  const titles = new Map<string, string>();
  for (const [index, { kind, title }] of references) {
    const written = files.get(index)?.written;
    if (kind === 'download' && written !== undefined && !titles.has(written))
      titles.set(written, title);
  }
  return Array.from(titles, ([file, title]) => ({ file, title }));
}

/** Counts pictures that could not be copied as links, which they became. */
function recountLostPictures(
  after: PartCounts,
  { references }: CollectedReferences,
  files: WrittenFiles,
): PartCounts {
  const lost = references
    .entries()
    .filter(([index, { kind }]) => kind === 'picture' && files.get(index)?.kind === 'link');
  const count = [...lost].length;
  return { ...after, pictures: after.pictures - count, links: after.links + count };
}

type CoverOrLead = {
  readonly cover?: { readonly src: string; readonly alt: string };
  readonly lead?: string;
};

/**
 * Makes the featured picture the cover or, if it is too small or a drawing, the beginning of the
 * text.
 */
async function readCover(
  text: PlacedText,
  { source, writeFile, findings }: ConversionContext,
  { references, notes }: CollectedReferences,
  files: WrittenFiles,
): Promise<CoverOrLead> {
  const { outline } = text;
  if (outline.picture === undefined) return {};
  const { src } = outline.picture;
  const file = source.findFile(src, outline.id);
  const shown = references.entries().find(
    ([
      ,
      {
        file: { id },
      },
    ]) => id === file?.id,
  )?.[0];
  const known = shown === undefined ? undefined : files.get(shown);
  const written =
    file === undefined
      ? { problem: 'is not at hand' }
      : known?.written !== undefined && known.bytes !== undefined
        ? { name: known.written, bytes: known.bytes }
        : await writeFile(file, 'picture', text);
  if ('problem' in written) {
    findings.addMissingFile(toAbsolute(src, source) ?? src, written.problem);
    notes.push(`the featured picture ${src} ${written.problem}, so the text has none`);
    return {};
  }
  const { name, bytes } = written;
  const alt =
    truncateText(cleanLine(outline.picture.alt || source.describeFile(src)), TEXT_LIMITS.alt) ||
    formatCoverAlt(name);
  if (outline.kind === 'post' && (await canBeCover(bytes))) return { cover: { src: name, alt } };
  if (shown !== undefined) return {};
  notes.push(
    `${name} can’t be a cover, since it is too small or a drawing, so it is at the beginning of the text`,
  );
  return { lead: `![${escapeMarkdownMarks(alt)}](${name})\n\n` };
}

function formatCoverAlt(name: string): string {
  return path.parse(name).name.replaceAll('-', ' ');
}
