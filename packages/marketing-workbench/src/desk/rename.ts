import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { findTextFile } from '../content/file-names.ts';
import { type ArticlePlace, pages } from '../site/addresses.ts';
import type { SiteSettings } from '../site/settings.ts';
import { isSlug } from '../site/slugs.ts';
import { DeskError } from './desk-error.ts';
import { moveEdits } from './edits.ts';
import { listFactEdits } from './fact-edits.ts';
import { listFilesBeside } from './files-beside.ts';
import { applyPlan, type ChangePlan } from './folder-change.ts';
import {
  type ContentFolder,
  type FolderText,
  findSetting,
  locateFrontMatter,
  readFolder,
  readKeys,
  requireText,
} from './read-folder.ts';
import { addRedirects } from './redirect-rows.ts';
import {
  applySourceEdits,
  type EditedSource,
  formatLinkCount,
  formatLinks,
  joinEdits,
  listReferenceEdits,
} from './references.ts';
import {
  listAliasEdits,
  listItemRemovals,
  listKeyAdditions,
  listScalarEdits,
} from './yaml-edits.ts';

export const rename: CommandRun = async (config, { positionals: [old = '', name = ''], flags }) => {
  const folder = readFolder(config.contentDir);
  const text = requireText(folder, old);
  const plan = planRename(folder, text, createRenameTarget(folder, text, name));
  return applyPlan(plan, config, flags['dry-run'] === true);
};

type RenameTarget = Pick<FolderText, 'file' | 'address' | 'place'>;

const NAME =
  'write a slug of lower-case letters, digits and single hyphens, or for an article category/subcategory/slug';

/**
 * Returns where a text goes that gets the name `slug` or, for an article, `category/slug` or
 * `category/subcategory/slug`.
 */
function createRenameTarget(
  folder: ContentFolder,
  { place, file }: FolderText,
  name: string,
): RenameTarget {
  if (place.kind === 'legacy')
    throw new DeskError(`${file} is a legacy post, whose address is its legacyUrl; change that.`);
  const segments = name.replace(/^\//, '').split('/');
  if (!segments.every(isSlug) || segments.length > (place.kind === 'article' ? 3 : 1))
    throw new DeskError(`“${name}” is not a name; ${NAME}.`);
  const slug = segments.at(-1) ?? '';
  const target =
    place.kind === 'article'
      ? createArticleTarget(folder, {
          ...place,
          ...parseParents(segments.slice(0, -1), folder.site),
          slug,
        })
      : {
          place: { ...place, slug },
          file: `${path.posix.dirname(file)}/${slug}.md`,
          address: `/${slug}`,
        };
  const present = findTextFile(folder.files, target.file);
  if (present === undefined) return target;
  throw new DeskError(`${present} exists already; choose another name.`);
}

function parseParents(
  [first, second]: readonly string[],
  { news }: SiteSettings,
): Partial<ArticlePlace> {
  if (first === undefined) return {};
  if (news !== undefined && second === undefined && `/${first}` === news.path)
    return { category: news.category, subcategory: news.slug };
  return { category: first, subcategory: second };
}

function createArticleTarget({ name, site }: ContentFolder, place: ArticlePlace): RenameTarget {
  const { category, subcategory, slug } = place;
  const folders = [name, 'articles', category, ...(subcategory === undefined ? [] : [subcategory])];
  return {
    place: { kind: 'article', ...place },
    file: `${folders.join('/')}/${slug}.md`,
    address: pages.article(place, site.news),
  };
}

function planRename(folder: ContentFolder, text: FolderText, target: RenameTarget): ChangePlan {
  const links = joinEdits([
    ...listReferenceEdits(folder, text.address, (rest) => target.address + rest),
    ...listStepEdits(folder, text, target),
    ...listFactEdits(folder, text, target.place.slug),
  ]);
  const hasAliases = text.place.kind === 'article';
  // Nobody knows the address of a draft.
  const isPublic = readKeys(text).draft !== true;
  const edited = isPublic ? joinEdits([...links, ...listKeyEdits(text, target)]) : links;
  const written = new Map(edited.map((one) => [one.source.file, applySourceEdits(one)]));
  if (isPublic && !hasAliases)
    addRedirects(folder, written, [{ from: text.address, to: target.address }]);
  const { moved, copied } = planFilesBeside(folder, text, target);
  return {
    written: new Map(
      [...written].map(([file, body]) => [file === text.file ? target.file : file, body]),
    ),
    moved: [[text.file, target.file], ...moved],
    copied,
    removed: [],
    renamed: [[text.address, target.address]],
    lines: [
      ...links.map(formatLinks),
      ...(isPublic ? [`${text.address} redirects to ${target.address}`] : []),
    ],
    summary: `${formatLinkCount(links)}. Publish with: npm run content -- publish`,
  };
}

/** Lists edits of the steps of learning paths; a path holds only articles of its own category. */
function listStepEdits(
  folder: ContentFolder,
  text: FolderText,
  { place }: RenameTarget,
): readonly EditedSource[] {
  const source = findSetting(folder, 'learning-paths.yaml');
  if (source === undefined || text.place.kind !== 'article' || place.kind !== 'article') return [];
  const { slug } = text.place;
  const isSamePath = text.place.category === place.category;
  const rewrite = (step: string) => (step === slug && slug !== place.slug ? place.slug : undefined);
  const edits = isSamePath
    ? listScalarEdits(source.text, rewrite)
    : listItemRemovals(source.text, (step) => step === slug);
  return [{ source, edits }];
}

/**
 * Lists the edits of the text's own keys: the old address as an alias of an article, and the
 * `feedId` of a text that feeds list.
 */
function listKeyEdits(text: FolderText, target: RenameTarget): readonly EditedSource[] {
  const { start = 0, end = 0 } = locateFrontMatter(text.text)?.keys ?? {};
  const keys = text.text.slice(start, end);
  const { feedId, inFeeds } = readKeys(text);
  const isArticle = text.place.kind === 'article';
  const isFed = (isArticle || inFeeds === true) && text.place.slug !== target.place.slug;
  const edits = [
    ...(isArticle ? listAliasEdits(keys, text.address, target.address) : []),
    ...(isFed && feedId === undefined ? listKeyAdditions(keys, { feedId: text.place.slug }) : []),
  ];
  return edits.length === 0 ? [] : [{ source: text, edits: moveEdits(edits, start) }];
}

/** Plans the move of the pictures and downloads, which lie beside the text that uses them. */
function planFilesBeside(
  folder: ContentFolder,
  text: FolderText,
  target: RenameTarget,
): Pick<ChangePlan, 'moved' | 'copied'> {
  const [from, to] = [text, target].map(({ file }) => path.posix.dirname(file));
  if (from === to) return { moved: [], copied: [] };
  const place = (file: string) => {
    const placed = `${to}/${path.posix.basename(file)}`;
    if (folder.files.has(placed))
      throw new DeskError(`${placed} exists already; rename one of the two files first.`);
    return [file, placed] as const;
  };
  const { own, common } = listFilesBeside(folder, text);
  return { moved: own.map(place), copied: common.map(place) };
}
