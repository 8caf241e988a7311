import type { ArchiveFile } from '../archive.ts';
import { renderBody } from '../markdown-syntax/render-body.ts';
import { joinPath } from '../permalinks.ts';
import type {
  ImportedBody,
  ImportedOutline,
  ImportSource,
  SourceArchive,
  SourceBody,
  SourceCategory,
  SourceRedirect,
} from '../source.ts';
import { createAstro } from './astro.ts';
import { decodeBytes } from './decode-text.ts';
import { createDocusaurus } from './docusaurus.ts';
import { createEleventy } from './eleventy.ts';
import { createGatsby } from './gatsby.ts';
import { createHugo } from './hugo.ts';
import { createJekyll } from './jekyll.ts';
import { listFolderLosses } from './list-losses.ts';
import type { Program } from './page.ts';
import { createPlainFolder } from './plain-folder.ts';
import { readAuthors } from './read-authors.ts';
import { parseFrontMatter } from './read-front-matter.ts';
import { findHeading, type ReadText, readTextFiles } from './read-texts.ts';
import { findFirstText } from './read-values.ts';
import { readRedirectFiles } from './redirect-files.ts';
import { type ProgramName, readSiteConfig, type SiteConfig } from './site-config.ts';
import { openSiteFiles } from './site-files.ts';
import { createTextLinks } from './text-links.ts';
import {
  createCategorySlug,
  createTextOutline,
  listCategoryNames,
  listUnknownKeys,
} from './text-outline.ts';

/**
 * Opens a site of Hugo, Jekyll, Astro, Eleventy, Docusaurus or Gatsby, or a plain folder of
 * Markdown. None of its code is run.
 */
export async function openMarkdownFolder(
  files: readonly ArchiveFile[],
  findUpload: ImportSource['findFile'],
  { program: name = 'Markdown' }: { readonly program?: ProgramName },
): Promise<ImportSource> {
  const problems: string[] = [];
  const config = await readSiteConfig(files, name, problems);
  const program = createProgram(config, files);
  const { leaveOut, listLeftOut } = collectLeftOut();
  const read = await readTextFiles(files, { config, program }, leaveOut);
  const texts = read.filter(({ values }) => findFirstText(values, 'redirect_to') === '');
  const outlines = withUniqueSlugs(
    texts.map((text) => createTextOutline({ ...text, path: text.file.path }, config, Date.now())),
  );
  const siteFiles = openSiteFiles(files, config, program.staticFolders);
  const findFile = createFileFinder(siteFiles, outlines, findUpload);
  const links = createTextLinks(outlines, config);
  const redirects = [
    ...listTextRedirects(read, config),
    ...(await readRedirectFiles(files, problems)),
  ];
  const categories = listUsedCategories(texts, config);
  const tags = [...new Set(outlines.flatMap((outline) => outline.tags))];
  const archives = program.listArchives({ categories: categories.map(({ name }) => name), tags });
  return {
    name: `${NAMES[config.program]}, ${outlines.length} ${outlines.length === 1 ? 'text' : 'texts'}`,
    site: {
      ...describeSite(config),
      categories,
      authors: await readAuthors(files, texts, outlines),
    },
    outlines,
    findFile,
    describeFile: () => undefined,
    resolveLink: links.resolve,
    redirects,
    bodies: () => readFileBodies(texts, { config, links, outlines, findFile }),
    archives: archives.map((archive) => placeArchive(archive, config)),
    problems: [
      ...problems,
      ...listLeftOut(),
      ...describeUnknownKeys(texts),
      ...describeLanguages(texts),
    ],
    losses: listFolderLosses(files),
  };
}

/** Finds files in the folder, and then in the uploads by their addresses on the web. */
function createFileFinder(
  siteFiles: ReturnType<typeof openSiteFiles>,
  outlines: readonly ImportedOutline[],
  findUpload: ImportSource['findFile'],
): ImportSource['findFile'] {
  const addresses = new Map(outlines.map(({ id, addresses: [address = '/'] }) => [id, address]));
  return (src, id) =>
    siteFiles.find(src, id, addresses.get(id) ?? '/') ??
    (/^https?:/.test(src) ? findUpload(src, id) : undefined);
}

function describeSite({ title, description, language, origin, basePath }: SiteConfig) {
  const origins = origin === '' ? [] : [`${origin}${basePath}`];
  return { name: title, description, language, origins };
}

function placeArchive(archive: SourceArchive, config: SiteConfig): SourceArchive {
  const { address, kind, of } = archive;
  const category =
    of !== undefined && kind === 'category' ? { of: createCategorySlug(of, config) } : {};
  return { ...archive, ...category, address: `${config.basePath}${joinPath(address)}` };
}

const LEFT_OUT_MAX = 20;

/** Collects the files that are no texts, and names some of them for each reason. */
function collectLeftOut() {
  const byReason = new Map<string, string[]>();
  return {
    leaveOut: (reason: string, path: string) => {
      const paths = byReason.get(reason) ?? [];
      byReason.set(reason, paths);
      paths.push(path);
    },
    listLeftOut: () =>
      [...byReason].map(([reason, paths]) => {
        const more = paths.length - LEFT_OUT_MAX;
        const shown = paths.slice(0, LEFT_OUT_MAX).join(', ');
        return `left out, each because it ${reason}: ${shown}${more > 0 ? ` and ${more} others` : ''}`;
      }),
  };
}

const NAMES: Readonly<Record<SiteConfig['program'], string>> = {
  Astro: 'Astro',
  Docusaurus: 'Docusaurus',
  Eleventy: 'Eleventy',
  Gatsby: 'Gatsby',
  Hugo: 'Hugo',
  Jekyll: 'Jekyll',
  Markdown: 'Folder of Markdown',
};

function createProgram(config: SiteConfig, files: readonly ArchiveFile[]): Program {
  switch (config.program) {
    case 'Hugo':
      return createHugo(config);
    case 'Jekyll':
      return createJekyll(
        config,
        files.some(({ path }) => path.startsWith('source/_posts/')),
      );
    case 'Astro':
      return createAstro(config);
    case 'Eleventy':
      return createEleventy(config);
    case 'Docusaurus':
      return createDocusaurus(config);
    case 'Gatsby':
      return createGatsby(config);
    case 'Markdown':
      return createPlainFolder();
  }
}

/**
 * Makes the slugs of pages unique. Pages of different folders often have the same name; then the
 * slug has the folder, too.
 */
function withUniqueSlugs(outlines: readonly ImportedOutline[]): readonly ImportedOutline[] {
  const pages = Map.groupBy(
    outlines.filter(({ kind }) => kind === 'page'),
    ({ slug }) => slug,
  );
  return outlines.map((outline) => {
    const isShared = outline.kind === 'page' && (pages.get(outline.slug)?.length ?? 0) > 1;
    const [address = ''] = outline.addresses;
    const slug = address
      .replace(/\.html$/, '')
      .replace(/^\/|\/$/g, '')
      .replaceAll('/', '-');
    return isShared && slug !== '' ? { ...outline, slug } : outline;
  });
}

function listUsedCategories(
  texts: readonly ReadText[],
  config: SiteConfig,
): readonly SourceCategory[] {
  const bySlug = new Map<string, SourceCategory>();
  for (const { values, page } of texts)
    for (const name of [...listCategoryNames(values, config), ...(page.categories ?? [])]) {
      const slug = createCategorySlug(name, config);
      if (!bySlug.has(slug)) bySlug.set(slug, { slug, name });
    }
  return [...bySlug.values()];
}

function listTextRedirects(
  texts: readonly ReadText[],
  { basePath }: SiteConfig,
): readonly SourceRedirect[] {
  return texts.flatMap(({ values, page }) => {
    const to = findFirstText(values, 'redirect_to');
    return to === '' ? [] : page.addresses.map((from) => ({ from: `${basePath}${from}`, to }));
  });
}

type FileBodySources = {
  readonly config: SiteConfig;
  readonly links: ReturnType<typeof createTextLinks>;
  readonly outlines: readonly ImportedOutline[];
  readonly findFile: ImportSource['findFile'];
};

async function* readFileBodies(
  texts: readonly ReadText[],
  { config, links, outlines, findFile }: FileBodySources,
) {
  for (const [index, text] of texts.entries()) {
    const { path } = text.file;
    const decoded = decodeBytes(await text.file.read());
    const front = parseFrontMatter(decoded?.text ?? '');
    const heading = findHeading(front.body);
    const isTitle = heading?.words.toLowerCase() === text.title.toLowerCase();
    const body = isTitle
      ? front.body.slice(heading.end).replace(/^(?:[ \t]*\r?\n)+/, '')
      : front.body;
    const notes = [
      ...front.notes,
      ...(decoded?.note === undefined ? [] : [`the file ${decoded.note}`]),
    ];
    if (isTitle) notes.push('its first heading is the title');
    const picture = outlines[index]?.picture;
    if (picture !== undefined && findFile(picture.src, path) === undefined)
      notes.push(`its picture ${picture.src.slice(0, 300)} is missing`);
    const format = /\.html?$/i.test(path) ? 'html' : 'markdown';
    const render = (): ImportedBody => {
      const rendered = renderBody(body, { ...text, path, config, links });
      return { format, text: rendered.text, notes: [...notes, ...rendered.notes] };
    };
    yield { id: path, body: { source: body, isCut: false, render } satisfies SourceBody };
  }
}

function describeUnknownKeys(texts: readonly ReadText[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const key of texts.flatMap(({ values }) => listUnknownKeys(values)))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  if (counts.size === 0) return [];
  const rows = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([key, count]) => `${key} (${count})`);
  return [
    `keys of front matter that have no meaning here, each with its number of texts: ${rows.slice(0, 100).join(', ')}`,
  ];
}

function describeLanguages(texts: readonly ReadText[]): readonly string[] {
  const languages = Map.groupBy(texts, ({ page }) => page.language);
  return [...languages].flatMap(([language, { length }]) =>
    language === undefined
      ? []
      : [
          `${length} texts are in ${language}; a site has one language, so they were imported beside the others`,
        ],
  );
}
