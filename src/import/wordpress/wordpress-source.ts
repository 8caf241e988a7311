import type { ArchiveFile } from '../archive.ts';
import { readValue } from '../read-xml.ts';
import type { Body, Outline, Source, SourceAuthor, SourceCategory } from '../source.ts';
import type { XmlElement } from '../xml-builder.ts';
import { readWxr } from './read-wxr.ts';
import { readSeoFields } from './seo-fields.ts';
import { renderWordPressBody } from './wordpress-body.ts';

/** What is collected from an export, without the bodies of its texts. */
type Channel = {
  readonly site: { name: string; description: string; language: string; origins: Set<string> };
  readonly authors: Map<string, SourceAuthor>;
  readonly categories: Map<string, SourceCategory>;
  /** Id → address. */
  readonly attachments: Map<string, Attachment>;
  readonly blocks: Map<string, string>;
  readonly outlines: Outline[];
  readonly skipped: Map<string, number>;
};

type Attachment = { readonly url: string; readonly alt: string };

const TEXT_TYPES: ReadonlyMap<string, Outline['kind']> = new Map([
  ['post', 'post'],
  ['page', 'page'],
]);

/**
 * Opens exports of WordPress.
 *
 * @param findFile - Finds a file of the uploads by its address.
 */
export async function openWordPress(
  files: readonly ArchiveFile[],
  findFile: Source['findFile'],
): Promise<Source> {
  const problems: string[] = [];
  const channel = createChannel();
  for (const file of files)
    for await (const element of readWxr(file, (problem) => problems.push(problem)))
      readElement(element, channel);
  const { site, attachments } = channel;
  const altByUrl = new Map([...attachments.values()].map(({ url, alt }) => [url, alt]));
  for (const [type, count] of channel.skipped) problems.push(`${count} items of the type ${type} left out`);
  return {
    name: `WordPress export, ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    site: {
      ...{ name: site.name, description: site.description, language: site.language },
      origins: [...site.origins],
      authors: [...channel.authors.values()],
      categories: [...channel.categories.values()],
    },
    outlines: channel.outlines.map((outline) => withPicture(outline, attachments)),
    bodies: () => readBodies(files, channel),
    findFile,
    describeFile: (src) =>
      altByUrl.get(src.replace(/-\d+x\d+(?=\.\w+$)/, '')) || altByUrl.get(src) || undefined,
    ...{ redirects: [], archives: [] },
    problems,
  };
}

function createChannel(): Channel {
  return {
    site: { name: '', description: '', language: '', origins: new Set() },
    ...{ authors: new Map(), categories: new Map(), attachments: new Map(), blocks: new Map() },
    ...{ outlines: [], skipped: new Map() },
  };
}

function readElement(element: XmlElement, channel: Channel): void {
  const { site } = channel;
  switch (element.name) {
    case 'title':
      site.name ||= element.text.trim();
      break;
    case 'description':
      site.description ||= element.text.trim();
      break;
    case 'language':
      site.language ||= element.text.trim();
      break;
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      site.origins.add(element.text.trim().replace(/\/$/, ''));
      break;
    case 'wp:author': {
      const id = readValue(element, 'wp:author_login');
      channel.authors.set(id, { id, name: readValue(element, 'wp:author_display_name') || id });
      break;
    }
    case 'wp:category': {
      const slug = readValue(element, 'wp:category_nicename');
      channel.categories.set(slug, {
        slug,
        name: readValue(element, 'wp:cat_name') || slug,
        parent: readValue(element, 'wp:category_parent') || undefined,
        description: readValue(element, 'wp:category_description') || undefined,
      });
      break;
    }
    case 'item':
      readItem(element, channel);
      break;
    default:
  }
}

function readItem(item: XmlElement, channel: Channel): void {
  const type = readValue(item, 'wp:post_type') || 'post';
  const id = readValue(item, 'wp:post_id');
  if (type === 'attachment') {
    const url = readValue(item, 'wp:attachment_url') || readValue(item, 'guid');
    const alt = readMeta(item, '_wp_attachment_image_alt') || readValue(item, 'excerpt:encoded');
    channel.attachments.set(id, { url, alt });
    return;
  }
  if (type === 'wp_block') {
    channel.blocks.set(id, readValue(item, 'content:encoded'));
    return;
  }
  const kind = TEXT_TYPES.get(type);
  const status = STATUSES.get(readValue(item, 'wp:status'));
  if (kind !== undefined && status !== undefined)
    channel.outlines.push(createOutline(item, { id, kind, status }));
  else channel.skipped.set(type, (channel.skipped.get(type) ?? 0) + 1);
}

/** Other statuses are those of trash, revisions and automatic drafts. */
const STATUSES: ReadonlyMap<string, Outline['status']> = new Map([
  ['publish', 'published'],
  ['future', 'scheduled'],
  ['draft', 'draft'],
  ['pending', 'draft'],
  ['private', 'private'],
]);

function createOutline(
  item: XmlElement,
  { id, kind, status }: Pick<Outline, 'id' | 'kind' | 'status'>,
): Outline {
  const title = readValue(item, 'title');
  const terms = item.children.filter(({ name }) => name === 'category');
  const listTerms = (domain: string) => terms.filter(({ attributes }) => attributes.domain === domain);
  const publishedAt = readDate(item, 'wp:post_date');
  const updatedAt = readDate(item, 'wp:post_modified');
  const thumbnail = readMeta(item, '_thumbnail_id');
  return {
    ...{ id, kind, title },
    slug: readValue(item, 'wp:post_name'),
    status: readValue(item, 'wp:post_password') === '' ? status : 'private',
    ...{ publishedAt, updatedAt: updatedAt === publishedAt ? undefined : updatedAt },
    addresses: listAddresses(item, id, kind),
    authors: [readValue(item, 'dc:creator')].filter((login) => login !== ''),
    categories: listTerms('category').map(({ attributes }) => attributes.nicename ?? ''),
    tags: listTerms('post_tag').map(({ text }) => text.trim()),
    excerpt: readValue(item, 'excerpt:encoded') || undefined,
    ...readSeoFields((key) => readMeta(item, key), title),
    featured: readValue(item, 'wp:is_sticky') === '1' || undefined,
    picture: thumbnail === '' ? undefined : { src: thumbnail },
    comments: item.children.filter(
      (child) => child.name === 'wp:comment' && readValue(child, 'wp:comment_approved') === '1',
    ).length,
  };
}

function withPicture(outline: Outline, attachments: Channel['attachments']): Outline {
  const attachment = attachments.get(outline.picture?.src ?? '');
  return {
    ...outline,
    picture: attachment && { src: attachment.url, ...(attachment.alt !== '' && { alt: attachment.alt }) },
  };
}

/** The permalink, and the address by id, which readers of feeds and short links have. */
function listAddresses(item: XmlElement, id: string, kind: Outline['kind']): readonly string[] {
  const links = [readValue(item, 'link'), readValue(item, 'guid')].flatMap((link) => {
    const url = URL.parse(link);
    return url === null ? [] : [`${url.pathname}${url.search}`];
  });
  return [...new Set([...links, kind === 'page' ? `/?page_id=${id}` : `/?p=${id}`])];
}

/** The time in UTC; exports of drafts have zeros there. */
function readDate(item: XmlElement, name: string): string | undefined {
  const [utc, local] = [readValue(item, `${name}_gmt`), readValue(item, name)];
  const time = [utc, local].find((value) => /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value));
  return time === undefined ? undefined : `${time.replace(' ', 'T')}Z`;
}

function readMeta(item: XmlElement, key: string): string {
  const meta = item.children.find(
    (child) => child.name === 'wp:postmeta' && readValue(child, 'wp:meta_key') === key,
  );
  return meta === undefined ? '' : readValue(meta, 'wp:meta_value');
}

async function* readBodies(files: readonly ArchiveFile[], { outlines, attachments, blocks }: Channel) {
  const wanted = new Set(outlines.map(({ id }) => id));
  for (const file of files) {
    for await (const item of readWxr(file, () => undefined)) {
      const id = readValue(item, 'wp:post_id');
      if (item.name !== 'item' || !wanted.delete(id)) continue;
      const notes: string[] = [];
      const content = readValue(item, 'content:encoded');
      const text = renderWordPressBody(
        {
          ...{ content, footnotes: readMeta(item, 'footnotes') },
          findAttachment: (key) => attachments.get(key)?.url,
          findBlock: (key) => blocks.get(key),
        },
        notes,
      );
      const body: Body = { format: 'html', text, notes };
      yield { id, body };
    }
  }
}
