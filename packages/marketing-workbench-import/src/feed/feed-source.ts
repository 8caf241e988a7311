import type { ArchiveFile } from '../archive.ts';
import { hasCutChild, readXml } from '../read-xml.ts';
import type { ImportedOutline, ImportSource, SourceBody } from '../source.ts';
import type { SourceXmlElement } from '../xml-builder.ts';
import { findEntryPicture, renderEntryBody } from './entry-body.ts';
import { chooseCategories } from './labels.ts';
import { type FeedMedia, type ImportedFeedEntry, readFeedEntry } from './read-entry.ts';

/** An entry without its body, which is read later. */
type KeptEntry = Omit<ImportedFeedEntry, 'content' | 'summary' | 'media'> & {
  readonly picture: FeedMedia | undefined;
};

type FeedChannel = Awaited<ReturnType<typeof readFeedChannel>>;

/** Opens RSS and Atom feeds and exports of Blogger, which are Atom. */
export async function openFeed(
  files: readonly ArchiveFile[],
  findUpload: ImportSource['findFile'],
): Promise<ImportSource> {
  const problems: string[] = [];
  const channel = await readFeedChannel(files, (problem) => problems.push(problem));
  const entries = [...channel.entries.values()];
  const origin = findFeedOrigin(channel);
  const labels = chooseCategories(entries.map((entry) => entry.labels));
  const authors = [...new Set(entries.flatMap((entry) => entry.authors))];
  const { site } = channel;
  const bases = new Map(entries.map((entry) => [entry.id, findBase(entry, site)]));
  const resolve = (href: string, id: string) => URL.parse(href, bases.get(id))?.href ?? href;
  return {
    name: `Feed, ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    site: {
      name: site.name,
      description: site.description,
      language: site.language,
      origins: origin === undefined ? [] : [origin],
      authors: authors.map((name) => ({ id: name, name })),
      categories: labels.categories,
    },
    outlines: entries.map((entry) => createEntryOutline(entry, origin, labels.sort(entry.labels))),
    bodies: () => readEntryBodies(files, new Set(channel.entries.keys())),
    findFile: (src, id) => findUpload(resolve(src, id), id),
    describeFile: () => undefined,
    resolveLink: resolve,
    redirects: [],
    archives: [],
    problems,
  };
}

async function readFeedChannel(files: readonly ArchiveFile[], report: (problem: string) => void) {
  const site = { name: '', description: '', language: '', link: '', base: '' };
  const entries = new Map<string, KeptEntry>();
  const left = { comment: 0, other: 0 };
  const add = (entry: ImportedFeedEntry) => {
    if (entry.kind === 'comment' || entry.kind === 'other') left[entry.kind] += 1;
    else if (!entries.has(entry.id)) entries.set(entry.id, omitEntryBody(entry));
  };
  for (const file of files)
    for await (const element of readXml(file, { report }))
      if (isEntry(element)) add(readFeedEntry(element));
      else readFeedSite(element, site);
  if (left.comment > 0) report(`${left.comment} comments were counted and not imported`);
  if (left.other > 0) report(`${left.other} settings and templates of the old site were left out`);
  return { site, entries };
}

function omitEntryBody({ content, summary, media, ...entry }: ImportedFeedEntry): KeptEntry {
  return { ...entry, picture: findEntryPicture({ content, summary, media }) };
}

function isEntry({ name }: SourceXmlElement): boolean {
  return name === 'item' || name === 'entry';
}

function readFeedSite(element: SourceXmlElement, site: FeedChannel['site']): void {
  const text = element.text.trim();
  const { rel = 'alternate', href = text } = element.attributes;
  site.language ||= element.attributes['xml:lang'] ?? '';
  site.base ||= element.attributes['xml:base'] ?? '';
  if (element.name === 'title') site.name ||= text;
  else if (element.name === 'description' || element.name === 'subtitle') site.description ||= text;
  else if (element.name === 'language') site.language ||= text;
  else if (element.name === 'link' && rel === 'alternate') site.link ||= href;
  // In RDF, title and link are within the channel.
  else if (element.name === 'channel')
    for (const child of element.children) readFeedSite(child, site);
}

/** Many sites share these hosts, so their origin does not identify the old site. */
const SHARED_HOST = /^(?:www\.)?(?:medium\.com|dev\.to|youtube\.com|reddit\.com|github\.com)$/;

function findFeedOrigin({ site, entries }: FeedChannel): string | undefined {
  const links = [...entries.values()].map(({ link }) => link);
  const url = [site.link, ...links]
    .map((link) => URL.parse(link))
    .find((one) => /^https?:$/.test(one?.protocol ?? ''));
  return url === undefined || url === null || SHARED_HOST.test(url.hostname)
    ? undefined
    : url.origin;
}

/**
 * Finds the base of relative addresses in a text: its permalink, unless the feed or the entry names
 * another.
 */
function findBase(
  { base, link }: Pick<ImportedFeedEntry, 'base' | 'link'>,
  site: FeedChannel['site'],
): string | undefined {
  const permalink = URL.parse(link, site.link)?.href;
  const ofFeed = site.base === '' ? permalink : URL.parse(site.base, permalink)?.href;
  return base === undefined ? ofFeed : URL.parse(base, ofFeed)?.href;
}

type Labels = Pick<ImportedOutline, 'categories' | 'tags'>;

function createEntryOutline(
  entry: KeptEntry,
  origin: string | undefined,
  labels: Labels,
): ImportedOutline {
  const { id, kind, title, isDraft, publishedAt, updatedAt, authors, picture } = entry;
  const url = origin === undefined ? null : URL.parse(entry.link, origin);
  url?.searchParams.delete('source');
  const segment =
    URL.parse(entry.link, 'https://any.example')?.pathname.match(/([^/]+)\/?$/)?.[1] ?? '';
  return {
    id,
    title,
    authors,
    ...labels,
    comments: 0,
    kind: kind === 'page' ? 'page' : 'post',
    slug: segment.replace(/\.\w{1,5}$/, ''),
    status: isDraft ? 'draft' : 'published',
    publishedAt,
    updatedAt: updatedAt === publishedAt ? undefined : updatedAt,
    picture: picture && { src: picture.address, alt: picture.alt || undefined },
    addresses: url === null ? [] : [`${url.pathname}${url.search}`],
  };
}

const BODY_NAMES = [
  'content:encoded',
  'xhtml:body',
  'atom:content',
  'content',
  'description',
  'summary',
];

async function* readEntryBodies(files: readonly ArchiveFile[], wanted: Set<string>) {
  for (const file of files) {
    for await (const element of readXml(file, { report: () => undefined })) {
      if (!isEntry(element)) continue;
      const entry = readFeedEntry(element);
      if (!wanted.delete(entry.id)) continue;
      const source = entry.content || entry.summary;
      const body: SourceBody = {
        source,
        isCut: hasCutChild(element, ...BODY_NAMES),
        render: () => renderEntryBody(entry),
      };
      yield { id: entry.id, body };
    }
  }
}
