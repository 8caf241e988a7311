import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { canBeCover } from '../../content/images/covers.ts';
import { UNCONVERTED } from '../../content/markdown/code-blocks.ts';
import { IMAGE_TYPES } from '../../content/sort-files.ts';
import { files, pages } from '../../site/addresses.ts';
import { createSlug } from '../../site/create-slug.ts';
import type { References } from '../body/conversion.ts';
import { convertHtmlBody } from '../body/html-to-markdown.ts';
import { convertMarkdownBody } from '../body/markdown-body.ts';
import { addParts, createParts, type Parts } from '../body/parts.ts';
import type { Body, Source, SourceAuthor } from '../source.ts';
import { formatText } from './format-text.ts';
import { type KeptFiles, openKeptFiles, type Written } from './kept-files.ts';
import {
  createMapping,
  formatMapping,
  MAPPING_FILE,
  type MappedCategory,
  readMapping,
  sortByDepth,
} from './mapping.ts';
import { type PlacedText, type Places, placeTexts } from './place-texts.ts';

export type ImportedText = {
  readonly file: string;
  readonly title: string;
  readonly address: string;
  readonly oldAddresses: readonly string[];
  readonly written: Written;
  readonly before: Parts;
  readonly after: Parts;
  readonly notes: readonly string[];
};

export type ImportReport = {
  readonly source: string;
  readonly texts: readonly ImportedText[];
  readonly before: Parts;
  readonly after: Parts;
  readonly comments: number;
  readonly problems: readonly string[];
};

type ImportOptions = {
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly onText: (done: number, all: number) => void;
};

/** Writes a site of another program into a content folder. What was lost or changed in a text is in its `notes`. */
export async function importSite(source: Source, options: ImportOptions): Promise<ImportReport> {
  const { folder, isDryRun, onText } = options;
  const kept = openKeptFiles(folder, isDryRun);
  const created = createMapping(source.site.categories, source.outlines);
  const place = path.join(folder, MAPPING_FILE);
  const mapping = existsSync(place) ? readMapping(readFileSync(place, 'utf8'), created) : created;
  const outlines = sortByDepth(source.outlines, source.site.categories);
  const places = placeTexts(outlines, mapping);
  const authors = new Map(
    source.site.authors.map((author) => [author.id, createSlug(author.name) || createSlug(author.id)]),
  );
  const texts: ImportedText[] = [];
  const byId = new Map(places.texts.map((text) => [text.outline.id, text]));
  for await (const { id, body } of source.bodies()) {
    const text = byId.get(id);
    if (text === undefined) continue;
    texts.push(await importText(text, body, { source, places, mapping, authors, kept }));
    onText(texts.length, places.texts.length);
  }
  kept.write(MAPPING_FILE, formatMapping(mapping));
  kept.write('site.yaml', formatSite(source, mapping));
  const signers = source.site.authors.filter(({ id }) =>
    source.outlines.some((outline) => outline.authors.includes(id)),
  );
  if (signers.length > 0) kept.write('authors.yaml', formatAuthors(signers, authors));
  kept.write('redirects.yaml', formatRedirects(places));
  const left = kept.finish();
  return {
    ...{ source: source.name, texts, problems: [...source.problems, ...left.map(describeLeft)] },
    before: texts.map(({ before }) => before).reduce(addParts, createParts()),
    after: texts.map(({ after }) => after).reduce(addParts, createParts()),
    comments: source.outlines.reduce((sum, { comments }) => sum + comments, 0),
  };
}

function describeLeft(file: string): string {
  return `${file} was edited and stays, but its text has another file now; remove one of the two`;
}

type Context = {
  readonly source: Source;
  readonly places: Places;
  readonly mapping: readonly MappedCategory[];
  readonly authors: ReadonlyMap<string, string>;
  readonly kept: KeptFiles;
};

async function importText(text: PlacedText, body: Body, context: Context): Promise<ImportedText> {
  const { outline, file, address } = text;
  const found: Found = { pictures: new Map(), notes: [...(body.notes ?? [])] };
  const references = createReferences(text, context, found);
  const convert = body.format === 'html' ? convertHtmlBody : convertMarkdownBody;
  const converted = convert(body.text, references);
  const { cover, lead } = await readCover(text, references, found);
  const isUnfinished = converted.markdown.includes(`\`\`\`${UNCONVERTED}`);
  if (isUnfinished)
    found.notes.push('a draft until the parts in “unconverted” fences are written anew or removed');
  const authors = outline.authors.flatMap((id) => context.authors.get(id) ?? []);
  const content = formatText(text, lead + converted.markdown, { authors, cover, isUnfinished }, found.notes);
  for (const [name, read] of found.pictures) context.kept.write(name, await read, outline.id);
  return {
    ...{ file, title: outline.title, address, oldAddresses: outline.addresses },
    written: context.kept.write(file, content, outline.id),
    ...{ before: converted.before, after: converted.after, notes: [...found.notes, ...converted.notes] },
  };
}

/** The featured picture of a text becomes its cover or, if it is too small or an SVG, the beginning of the text. */
async function readCover(
  { outline, file }: PlacedText,
  { findPicture }: References,
  { pictures, notes }: Found,
) {
  const picture = outline.picture && findPicture(outline.picture.src);
  if (picture === undefined) return { lead: '' };
  const { name } = picture;
  const alt = outline.picture?.alt || picture.alt || path.parse(name).name.replaceAll('-', ' ');
  const bytes = await pictures.get(path.posix.join(path.posix.dirname(file), name));
  if (bytes !== undefined && (await canBeCover(bytes))) return { cover: { src: name, alt }, lead: '' };
  notes.push(`${name} is too small or a drawing, so it is no cover and begins the text`);
  return { lead: `![${alt.replace(/[\\[\]]/g, '\\$&')}](${name})\n\n` };
}

type Found = { readonly pictures: Map<string, Promise<Uint8Array>>; readonly notes: string[] };

function createReferences(text: PlacedText, { source, places }: Context, found: Found): References {
  const folder = path.posix.dirname(text.file);
  const names = new Map<string, string>();
  return {
    findLink: (href) => findLink(href, { source, places, notes: found.notes }),
    findPicture: (src) => {
      const file = source.findFile(src, text.outline.id);
      const extension = path.extname(file?.name ?? '').toLowerCase();
      if (file === undefined || !IMAGE_TYPES.has(extension)) return undefined;
      const name = names.get(file.id) ?? createPictureName(file.name, extension, text, names);
      names.set(file.id, name);
      found.pictures.set(path.posix.join(folder, name), file.read());
      const alt = source.describeFile(src);
      return { name, ...(alt !== undefined && { alt }) };
    },
  };
}

/** Begins with the slug of the text, so that pictures of different texts in a folder have different names. */
function createPictureName(
  name: string,
  extension: string,
  { outline, file }: PlacedText,
  names: ReadonlyMap<string, string>,
): string {
  const slug = path.posix.basename(file, '.md');
  const words = createSlug(path.basename(name, path.extname(name))) || createSlug(outline.id) || 'picture';
  const wanted = words.startsWith(slug) ? words : `${slug}-${words}`;
  const taken = new Set(names.values());
  let free = `${wanted}${extension}`;
  for (let number = 2; taken.has(free); number += 1) free = `${wanted}-${number}${extension}`;
  return free;
}

type LinkContext = { readonly source: Source; readonly places: Places; readonly notes: string[] };

/** Links to texts of the old site get the new address; other links to it are removed, and their words remain. */
function findLink(href: string, { source, places, notes }: LinkContext): string | undefined {
  const address = href.trim();
  if (/^mailto:/i.test(address)) return address;
  if (address.startsWith('#')) {
    notes.push(`the link to ${address} removed, its words remain`);
    return undefined;
  }
  const [origin = ''] = source.site.origins;
  const url = URL.parse(address, origin === '' ? undefined : `${origin}/`);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    notes.push(`the link to ${address.slice(0, 100)} removed, its words remain`);
    return undefined;
  }
  const isOwn = source.site.origins.some((one) => URL.parse(one)?.host === url.host);
  if (!isOwn) return url.href;
  const text = places.findText(`${url.pathname}${url.search}`) ?? places.findText(url.pathname);
  if (text !== undefined) return text.address;
  if (url.pathname === '/') return pages.home();
  notes.push(`the link to ${url.pathname}${url.search} removed, its words remain: no text has this address`);
  return undefined;
}

const NAME_MAX = 60;
const DESCRIPTION_MAX = 300;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

function formatSite({ site }: Source, mapping: readonly MappedCategory[]): string {
  const nameOf = (wanted: string) =>
    (mapping.find(({ to }) => to === wanted)?.name ?? wanted).slice(0, NAME_MAX);
  const folders = [...new Set(mapping.map(({ to }) => to))];
  const categories = [...new Set(folders.map((folder) => folder.split('/')[0] ?? ''))].map((slug) => {
    const below = folders.filter((folder) => folder.startsWith(`${slug}/`));
    const subcategories = below.map((folder) => ({
      slug: folder.slice(slug.length + 1),
      name: nameOf(folder),
    }));
    return { slug, name: nameOf(slug), ...(below.length > 0 && { subcategories }) };
  });
  const domain = URL.parse(site.origins[0] ?? '')?.hostname ?? '';
  const settings = {
    name: (site.name || domain || 'My site').slice(0, NAME_MAX),
    // A site that was only tried out on its owner's computer has none.
    ...(DOMAIN.test(domain) && { domain }),
    ...(site.description !== '' && { description: site.description.slice(0, DESCRIPTION_MAX) }),
    ...(site.language !== '' && { language: site.language }),
    categories,
  };
  return `# Made by the import. All keys are optional.\n${stringify(settings, { lineWidth: 0 })}`;
}

function formatAuthors(authors: readonly SourceAuthor[], slugs: ReadonlyMap<string, string>): string {
  const rows = authors.map(({ id, name, about, links }) => ({
    ...{ slug: slugs.get(id) ?? id, name },
    ...(about !== undefined && { about }),
    ...(links !== undefined && links.length > 0 && { links }),
  }));
  return stringify(rows, { lineWidth: 0 });
}

function formatRedirects({ texts }: Places): string {
  const rows = texts
    .filter(({ outline }) => outline.kind === 'page' && outline.status === 'published')
    .flatMap(({ address, aliases }) => aliases.map((from) => ({ from, to: address })));
  return stringify([...rows, { from: '/feed', to: files.feed('rss') }], { lineWidth: 0 });
}
