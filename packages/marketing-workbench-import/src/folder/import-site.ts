import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ContentFinding, formatFinding } from 'marketing-workbench/content/content-finding';
import { formatCount } from 'marketing-workbench/content/format-count';
import {
  addPartCounts,
  createPartCounts,
  type PartCounts,
} from 'marketing-workbench/html-to-markdown/part-counts';
import type { ImportSource, SourceBody } from '../source.ts';
import { createImportedAuthors, type ImportedAuthor, writeAuthors } from './authors.ts';
import { convertText } from './convert-text.ts';
import { createLinkFinder, type FindLinkTarget } from './find-link.ts';
import { createFinisher, isImportedDraft, type WaitingText } from './finish-text.ts';
import { formatSite } from './format-site.ts';
import { addCategoryTags } from './further-categories.ts';
import { type CheckFolder, holdBack } from './hold-back.ts';
import {
  type CountedAddress,
  createImportFindings,
  type ImportFindings,
  type OwnLinks,
} from './import-findings.ts';
import type { ImportedText } from './imported-text.ts';
import { type KeptFiles, openKeptFiles, type UntouchedFiles } from './kept-files.ts';
import { createLedger, type LedgerRow } from './ledger.ts';
import {
  createMapping,
  formatMapping,
  MAPPING_FILE,
  type MappedCategory,
  readMapping,
  sortByDepth,
} from './mapping.ts';
import { type PlacedText, type PlacedTexts, placeTexts } from './place-texts.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import { createImportedRedirects, type ImportedRedirects } from './redirects.ts';
import { openSpool, type Spool } from './spool.ts';
import { createTags, type Tags } from './tags.ts';
import { createFileWriter } from './text-files.ts';

export type ImportReport = {
  readonly source: string;
  /** What the source was taken for, and why. */
  readonly reason?: string | undefined;
  readonly texts: readonly ImportedText[];
  readonly before: PartCounts;
  readonly after: PartCounts;
  readonly comments: number;
  /** Problems that concern the whole site. */
  readonly problems: readonly string[];
  /** Addresses of the old site that texts link to and no text has. */
  readonly lostLinks: readonly CountedAddress[];
  /** Pictures and files that texts name and that could not be copied. */
  readonly missingFiles: readonly CountedAddress[];
  /** `isProof` if they prove addresses that the source does not say. */
  readonly ownLinks: OwnLinks & { readonly isProof: boolean };
  readonly ledger: readonly LedgerRow[];
};

type ImportOptions = {
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Finds the errors of what was written; a dry run writes and checks nothing. */
  readonly check: CheckFolder;
  readonly onText: (done: number, all: number) => void;
};

type SiteImport = {
  readonly source: ImportSource;
  readonly mapping: readonly MappedCategory[];
  readonly places: PlacedTexts;
  readonly authors: ReadonlyMap<string, ImportedAuthor>;
  readonly kept: KeptFiles;
  readonly findings: ImportFindings;
  readonly placeholders: Placeholders;
  readonly findTarget: FindLinkTarget;
};

/**
 * Writes a site of another program into a content folder. The `notes` of a text say what was lost
 * or changed in it. A link to a text can only be written after that text has been converted, so all
 * texts are converted before the first one is written.
 */
export async function importSite(
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const spool = openSpool();
  try {
    return await runImport(source, options, spool);
  } finally {
    spool.close();
  }
}

async function runImport(
  given: ImportSource,
  { folder, isDryRun, check, onText }: ImportOptions,
  spool: Spool,
): Promise<ImportReport> {
  const { site, written } = openSiteImport(given, folder, isDryRun);
  const { source, mapping, kept, findings } = site;
  const waiting = await convertTexts(site, spool, onText);
  kept.replace(MAPPING_FILE, formatMapping(mapping, written));
  kept.write('site.yaml', formatSite(source.site, mapping));
  await writeAuthors([...site.authors.values()], source, kept, findings);
  const ids = new Set(source.outlines.map(({ id }) => id));
  const { texts, tags, redirects } = await finishCheckedTexts(site, waiting, {
    spool,
    check: async () => {
      // Files of the last import would be errors beside those that take their place.
      kept.finish(ids);
      return isDryRun ? { errors: [] } : check(folder);
    },
  });
  const left = kept.finish(ids);
  return {
    source: source.name,
    reason: source.reason,
    texts,
    problems: [...source.problems, ...findings.problems, ...describeUntouched(left)],
    before: texts.map(({ before }) => before).reduce(addPartCounts, createPartCounts()),
    after: texts.map(({ after }) => after).reduce(addPartCounts, createPartCounts()),
    comments: source.outlines.reduce((sum, { comments }) => sum + comments, 0),
    lostLinks: findings.listLostLinks(),
    missingFiles: findings.listMissingFiles(),
    ownLinks: { ...findings.getOwnLinks(), isProof: source.hasGuessedAddresses === true },
    ledger: createLedger({ ...site, texts, tags, redirects }),
  };
}

/** Places the texts; `written` is the mapping in the folder, if it has one. */
function openSiteImport(given: ImportSource, folder: string, isDryRun: boolean) {
  const kept = openKeptFiles(folder, isDryRun);
  const findings = createImportFindings();
  const place = path.join(folder, MAPPING_FILE);
  const written = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  const addProblem = written === undefined ? findings.addProblem : () => undefined;
  const created = createMapping(given.site, given.outlines, addProblem);
  const mapping = written === undefined ? created : readMapping(written, created);
  const { categories, language } = given.site;
  const outlines = sortByDepth(given.outlines, categories);
  const source = addCategoryTags({ ...given, outlines }, mapping);
  const places = placeTexts(source.outlines, mapping, language);
  const site: SiteImport = {
    source,
    mapping,
    places,
    kept,
    findings,
    authors: createImportedAuthors(source),
    placeholders: createPlaceholders(),
    findTarget: createLinkFinder(source, places),
  };
  return { site, written };
}

function describeUntouched({ edited, gone, newer }: UntouchedFiles): readonly string[] {
  return [
    ...edited.map(
      (file) =>
        `${file} was kept because you edited it, but its text is written to another file now; remove one of the two`,
    ),
    ...gone.map(
      (file) =>
        `${file} was kept, but its text is not in the source any more; remove the file if you don't need it`,
    ),
    ...newer.map(
      (file) =>
        `${file} was kept because you edited it; the new version of the source is .import/${file}`,
    ),
  ];
}

async function convertTexts(site: SiteImport, spool: Spool, onText: ImportOptions['onText']) {
  const { source, places, kept, findings, placeholders, findTarget } = site;
  const context = {
    source,
    findTarget,
    placeholders,
    writeFile: createFileWriter(kept, source.site.language),
    findings,
    kept,
  };
  const byId = new Map(places.texts.map((text) => [text.outline.id, text]));
  const waiting = new Map<string, WaitingText>();
  let last: Promise<unknown> = Promise.resolve();
  const add = async (placed: PlacedText, body: SourceBody, before: Promise<unknown>) => {
    const { markdown, links, anchors, ...converted } = await convertText(
      placed,
      body,
      context,
      before,
    );
    waiting.set(placed.outline.id, {
      ...converted,
      placed,
      markdown: spool.add(markdown),
      links: spool.add(JSON.stringify(links)),
      anchors: spool.add(JSON.stringify([...anchors])),
    });
    onText(waiting.size, places.texts.length);
  };
  for await (const { id, body } of source.bodies()) {
    const placed = byId.get(id);
    if (placed === undefined || !byId.delete(id)) continue;
    const before = last;
    last = add(placed, body, before);
    // It is awaited in the next round; until then a failure has no other handler.
    last.catch(() => undefined);
    await before;
  }
  await last;
  for (const { outline } of places.texts)
    if (!waiting.has(outline.id))
      findings.addProblem(`“${outline.title}” was not imported: it has no body`);
  return waiting;
}

/** A draft can make links of other texts dead, but these become words in the next round. */
const ROUNDS_MAX = 4;

/**
 * Writes all texts, and checks them by the rules of publishing. A text with errors becomes a draft,
 * so that the rest can be published.
 */
async function finishCheckedTexts(
  site: SiteImport,
  waiting: Map<string, WaitingText>,
  { spool, check }: { readonly spool: Spool; readonly check: () => ReturnType<CheckFolder> },
): Promise<FinishedTexts> {
  for (let round = 1; ; round += 1) {
    const { finished, tags, redirects } = finishTexts(site, waiting, spool);
    const { errors, unchecked = [] } = await check();
    const faulty = round === ROUNDS_MAX ? [] : listFaultyTexts(finished, waiting, errors);
    for (const { id, ...found } of faulty) waiting.set(id, holdBack(found, spool));
    if (faulty.length > 0) continue;
    for (const error of errors) site.findings.addProblem(formatFinding(error));
    if (unchecked.length > 0) site.findings.addProblem(describeUnchecked(unchecked));
    return { texts: finished.map(({ text }) => text), tags, redirects };
  }
}

const UNCHECKED_SHOWN = 3;

function describeUnchecked(files: readonly string[]): string {
  const some = files.slice(0, UNCHECKED_SHOWN).join(', ');
  const more = files.length > UNCHECKED_SHOWN ? ' and others' : '';
  return `${formatCount(files.length, 'text')} could not be checked, since other texts took too long: ${some}${more}; the command “check” checks them`;
}

/**
 * Lists the texts with errors, except those whose files belong to the owner, and those that can't be
 * held back further.
 */
function listFaultyTexts(
  finished: readonly FinishedFile[],
  waiting: ReadonlyMap<string, WaitingText>,
  errors: readonly ContentFinding[],
) {
  const byFile = Map.groupBy(errors, ({ file }) => file.slice(file.indexOf('/') + 1));
  return finished.flatMap(({ id, text: { file, written }, content }) => {
    const [text, found] = [waiting.get(id), byFile.get(file)];
    if (text === undefined || found === undefined || text.heldBack === 'body') return [];
    return written === 'edited' || written === 'removed'
      ? []
      : [{ id, text, content, errors: found }];
  });
}

type FinishedTexts = {
  readonly texts: readonly ImportedText[];
  readonly tags: Tags;
  readonly redirects: ImportedRedirects;
};

type FinishedFile = {
  readonly id: string;
  readonly text: ImportedText;
  readonly content: string;
};

function finishTexts(
  site: SiteImport,
  waiting: ReadonlyMap<string, WaitingText>,
  spool: Spool,
): Omit<FinishedTexts, 'texts'> & { readonly finished: readonly FinishedFile[] } {
  const { source, places, mapping, authors, kept, findings, placeholders, findTarget } = site;
  const published = [...waiting.values()]
    .filter((text) => !isImportedDraft(text))
    .map(({ placed }) => placed);
  const tags = createTags(source, published);
  const redirects = createImportedRedirects({
    source,
    places,
    mapping,
    authors,
    findings,
    tags,
    published,
  });
  const { origins } = source.site;
  const links = { waiting, spool, placeholders, findTarget };
  const finish = createFinisher({ ...links, authors, tags, redirects, origins });
  const finished = [...waiting.values()].map((text) => {
    const { content, after, notes } = finish(text);
    const { placed, before } = text;
    const { outline, file, address } = placed;
    const written = kept.write(file, content, outline.id);
    const imported = {
      file,
      title: outline.title,
      address,
      oldAddresses: outline.addresses,
      written,
      isDraft: isImportedDraft(text),
      before,
      after,
      notes,
    };
    return { id: outline.id, text: imported, content };
  });
  kept.write('redirects.yaml', redirects.format());
  return { finished, tags, redirects };
}
