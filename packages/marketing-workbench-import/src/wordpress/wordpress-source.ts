import type { ArchiveFile } from '../archive.ts';
import { readPlainText } from '../plain-text.ts';
import { hasCutChild, readChildText, readChildValue } from '../read-xml.ts';
import type {
  ImportedBody,
  ImportedOutline,
  ImportSource,
  SourceAuthor,
  SourceBody,
  SourceCategory,
} from '../source.ts';
import { TEXT_LENGTH_MAX } from '../text-limit.ts';
import type { SourceXmlElement } from '../xml-builder.ts';
import { listWordpressArchives } from './list-archives.ts';
import {
  isComment,
  isPing,
  listPostTerms,
  readLogin,
  readPostMeta,
  readPostOutline,
  readUrlPath,
} from './post-outline.ts';
import { readWxr } from './read-wxr.ts';
import { renderWordPressBody } from './wordpress-body.ts';

/** The data collected from an export, without the bodies of its texts. */
type WxrChannel = {
  readonly site: { name: string; description: string; language: string; origins: Set<string> };
  readonly authors: Map<string, SourceAuthor & { readonly number: string }>;
  readonly categories: Map<string, SourceCategory & { readonly id: string }>;
  /** Tags by slug. */
  readonly tags: Map<string, { readonly name: string; readonly id: string }>;
  /** Attachments by id. */
  readonly attachments: Map<string, WordPressAttachment>;
  readonly blocks: Map<string, string>;
  readonly outlines: ImportedOutline[];
  readonly skipped: Map<string, number>;
  /** The number of posts of each custom type. */
  readonly custom: Map<string, number>;
  pings: number;
};

type WordPressAttachment = {
  readonly url: string;
  readonly alt: string;
  /** The id of the text that it was uploaded for. */
  readonly parent: string;
  readonly order: number;
  /** The address of the attachment's own page. */
  readonly address: string | undefined;
};

const TEXT_TYPES: ReadonlyMap<string, ImportedOutline['kind']> = new Map([
  ['post', 'post'],
  ['page', 'page'],
]);
/** Types of items that themes, plugins and WordPress itself store among the texts. */
const INTERNAL =
  /^(?:revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|shop_.*|elementor_.*|et_.*|fusion_.*|vc4_.*|fl-.*|wpcf7_.*|mc4wp-.*|nf_.*|wpforms.*|flamingo_.*|jp_.*|jetpack.*|feedback|amp_.*|scheduled-action|guest-author|ml-slid.*|tablepress_table|popup.*|astra-.*|kadence_.*|ct_template|oxy_.*|brizy_.*|custom-css-js|rank_math_.*|schema.*|wpr_.*|sfwd-.*|cookielawinfo|polylang_mo|um_.*|bp-.*)$/;

/**
 * Opens exports of WordPress.
 *
 * @param findFile - Finds a file of the uploads by its address.
 */
export async function openWordPress(
  files: readonly ArchiveFile[],
  findFile: ImportSource['findFile'],
): Promise<ImportSource> {
  const problems: string[] = [];
  const channel = createWxrChannel();
  for (const file of files)
    for await (const element of readWxr(file, (problem) => problems.push(problem)))
      readElement(element, channel);
  const { site, attachments } = channel;
  addAttachmentPages(channel);
  const altByUrl = new Map([...attachments.values()].map(({ url, alt }) => [url, alt]));
  problems.push(...describeTypes(channel));
  return {
    name: `WordPress export, ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    site: {
      name: site.name,
      description: site.description,
      language: site.language,
      origins: [...site.origins],
      authors: [...channel.authors.values()],
      categories: [...channel.categories.values()],
    },
    outlines: channel.outlines.map((outline) => withPicture(outline, attachments)),
    bodies: () => readPostBodies(files, channel),
    findFile,
    describeFile: (src) =>
      altByUrl.get(src.replace(/-\d+x\d+(?=\.\w+$)/, '')) || altByUrl.get(src) || undefined,
    redirects: [],
    archives: listWordpressArchives({ ...channel, base: listBases(site.origins)[0] ?? '' }),
    problems,
  };
}

function createWxrChannel(): WxrChannel {
  return {
    site: { name: '', description: '', language: '', origins: new Set() },
    authors: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    blocks: new Map(),
    outlines: [],
    skipped: new Map(),
    custom: new Map(),
    pings: 0,
  };
}

function readElement(element: SourceXmlElement, channel: WxrChannel): void {
  const { site } = channel;
  switch (element.name) {
    case 'title':
      site.name ||= readPlainText(element.text);
      break;
    case 'description':
      site.description ||= readPlainText(element.text);
      break;
    case 'language':
      site.language ||= element.text.trim();
      break;
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      site.origins.add(element.text.trim().replace(/\/$/, ''));
      break;
    case 'wp:author':
      readAuthor(element, channel);
      break;
    case 'wp:category':
      readCategory(element, channel);
      break;
    case 'wp:tag':
      channel.tags.set(readChildValue(element, 'wp:tag_slug'), {
        name:
          readPlainText(readChildValue(element, 'wp:tag_name')) ||
          readChildValue(element, 'wp:tag_slug'),
        id: readChildValue(element, 'wp:term_id'),
      });
      break;
    case 'item':
      readWxrItem(element, channel);
      break;
    default:
  }
}

function readAuthor(element: SourceXmlElement, { authors }: WxrChannel): void {
  const id = readChildValue(element, 'wp:author_login');
  const names = ['wp:author_first_name', 'wp:author_last_name'].map((name) =>
    readChildValue(element, name),
  );
  const name = readChildValue(element, 'wp:author_display_name') || names.join(' ').trim() || id;
  authors.set(id, { id, name, number: readChildValue(element, 'wp:author_id') });
}

function readCategory(element: SourceXmlElement, { categories }: WxrChannel): void {
  const slug = readChildValue(element, 'wp:category_nicename');
  categories.set(slug, {
    slug,
    name: readPlainText(readChildValue(element, 'wp:cat_name')) || slug,
    parent: readChildValue(element, 'wp:category_parent') || undefined,
    description: readPlainText(readChildValue(element, 'wp:category_description')) || undefined,
    id: readChildValue(element, 'wp:term_id'),
  });
}

function readWxrItem(item: SourceXmlElement, channel: WxrChannel): void {
  const type = readChildValue(item, 'wp:post_type') || 'post';
  const id = readChildValue(item, 'wp:post_id');
  if (type === 'attachment') {
    const url = readChildValue(item, 'wp:attachment_url') || readChildValue(item, 'guid');
    const alt =
      readPostMeta(item, '_wp_attachment_image_alt') || readChildValue(item, 'excerpt:encoded');
    const link = readChildValue(item, 'link');
    channel.attachments.set(id, {
      url,
      alt,
      parent: readChildValue(item, 'wp:post_parent'),
      order: Number(readChildValue(item, 'wp:menu_order')) || 0,
      // Some exports name the file itself, which is no page.
      address: link === url ? undefined : readUrlPath(link),
    });
    return;
  }
  if (type === 'wp_block') {
    addBlock(id, readChildText(item, 'content:encoded'), channel);
    return;
  }
  const isCustom =
    !TEXT_TYPES.has(type) &&
    !INTERNAL.test(type) &&
    readChildText(item, 'content:encoded').trim() !== '';
  const kind = TEXT_TYPES.get(type) ?? (isCustom ? 'post' : undefined);
  const status = STATUSES.get(readChildValue(item, 'wp:status'));
  if (kind === undefined || status === undefined) {
    channel.skipped.set(type, (channel.skipped.get(type) ?? 0) + 1);
    return;
  }
  if (isCustom) addCustomType(type, channel);
  addTerms(item, channel);
  channel.pings += item.children.filter((child) => isComment(child) && isPing(child)).length;
  channel.outlines.push(
    readPostOutline(item, { id, type, kind, status, bases: listBases(channel.site.origins) }),
  );
}

/** Keeps a reusable block in memory, unless all blocks are too long. */
function addBlock(id: string, content: string, { blocks, skipped }: WxrChannel): void {
  const length = blocks.values().reduce((sum, block) => sum + block.length, content.length);
  if (length <= BLOCKS_LENGTH_MAX) blocks.set(id, content);
  else skipped.set(TOO_MANY_BLOCKS, (skipped.get(TOO_MANY_BLOCKS) ?? 0) + 1);
}

const BLOCKS_LENGTH_MAX = 4 * TEXT_LENGTH_MAX;
const TOO_MANY_BLOCKS = `wp_block, beyond ${BLOCKS_LENGTH_MAX / 1e6} million characters in all of them,`;

/** Counts a text of a custom type, and adds a category for the type. */
function addCustomType(type: string, { custom, categories }: WxrChannel): void {
  custom.set(type, (custom.get(type) ?? 0) + 1);
  const words = type.replace(/[-_]+/g, ' ').trim() || type;
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  if (!categories.has(type)) categories.set(type, { slug: type, name, id: '' });
}

/**
 * Adds the categories, tags and authors of a text, which an export of selected texts does not list.
 */
function addTerms(item: SourceXmlElement, { categories, tags, authors }: WxrChannel): void {
  for (const { domain, slug, name } of listPostTerms(item)) {
    if (domain === 'category' && !categories.has(slug))
      categories.set(slug, { slug, name, id: '' });
    if (domain === 'post_tag' && !tags.has(slug)) tags.set(slug, { name, id: '' });
    const id = readLogin(slug);
    if (domain === 'author' && !authors.has(id)) authors.set(id, { id, name, number: '' });
  }
}

/** Gives each text the addresses of the pages of its attachments, which then redirect to it. */
function addAttachmentPages({ attachments, outlines }: WxrChannel): void {
  const pages = Map.groupBy(attachments.values(), ({ parent }) => parent);
  for (const [index, outline] of outlines.entries()) {
    const more = (pages.get(outline.id) ?? []).flatMap(({ address }) => address ?? []);
    if (more.length > 0)
      outlines[index] = { ...outline, addresses: [...new Set([...outline.addresses, ...more])] };
  }
}

function describeTypes({ skipped, custom, categories, pings }: WxrChannel): readonly string[] {
  return [
    ...Array.from(
      custom,
      ([type, count]) =>
        `${count} texts of the type ${type} became posts in the category “${categories.get(type)?.name}”`,
    ),
    ...Array.from(skipped, ([type, count]) => `${count} items of the type ${type} left out`),
    ...(pings > 0 ? [`${pings} pingbacks and trackbacks left out`] : []),
  ];
}

/**
 * Lists the paths of the site's addresses, the longest first: `/blog` for a blog in a folder of its
 * host.
 */
function listBases(origins: ReadonlySet<string>): readonly string[] {
  const paths = [...origins].map((origin) =>
    (URL.parse(origin)?.pathname ?? '').replace(/\/+$/, ''),
  );
  return [...new Set([...paths, ''])].toSorted((one, other) => other.length - one.length);
}

/**
 * The statuses that are imported. Other statuses are those of trash, revisions and automatic
 * drafts.
 */
const STATUSES: ReadonlyMap<string, ImportedOutline['status']> = new Map([
  ['publish', 'published'],
  ['future', 'scheduled'],
  ['draft', 'draft'],
  ['pending', 'draft'],
  ['private', 'private'],
]);

function withPicture(
  outline: ImportedOutline,
  attachments: WxrChannel['attachments'],
): ImportedOutline {
  const attachment = attachments.get(outline.picture?.src ?? '');
  return {
    ...outline,
    picture: attachment && {
      src: attachment.url,
      ...(attachment.alt !== '' && { alt: attachment.alt }),
    },
  };
}

async function* readPostBodies(
  files: readonly ArchiveFile[],
  { outlines, attachments, blocks }: WxrChannel,
) {
  const wanted = new Set(outlines.map(({ id }) => id));
  const attached = Map.groupBy(attachments.values(), ({ parent }) => parent);
  for (const file of files) {
    for await (const item of readWxr(file, () => undefined)) {
      const id = readChildValue(item, 'wp:post_id');
      if (item.name !== 'item' || !wanted.delete(id)) continue;
      const content = readChildText(item, 'content:encoded');
      const written = {
        content,
        footnotes: readPostMeta(item, 'footnotes'),
        findAttachment: (key: string) => attachments.get(key)?.url,
        listAttachments: () => listAttached(id, attached),
        findBlock: (key: string) => blocks.get(key),
      };
      const render = (): ImportedBody => {
        const notes: string[] = [];
        return { format: 'html', text: renderWordPressBody(written, notes), notes };
      };
      const body: SourceBody = {
        source: content,
        isCut: hasCutChild(item, 'content:encoded'),
        render,
      };
      yield { id, body };
    }
  }
}

/** Lists the attachments of a text in the order that the owner gave them. */
function listAttached(
  id: string,
  attached: ReadonlyMap<string, readonly WordPressAttachment[]>,
): readonly string[] {
  const own = attached.get(id) ?? [];
  return own.toSorted((one, other) => one.order - other.order).map(({ url }) => url);
}
