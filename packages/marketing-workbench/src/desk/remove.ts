import { z } from 'zod';
import type { CommandRun } from '../command/create-command.ts';
import { hasHostIfAbsolute, TARGET_PATTERN } from '../site/paths/redirects.ts';
import type { SiteSettings } from '../site/settings.ts';
import { askQuestions } from './ask-questions.ts';
import { DeskError } from './desk-error.ts';
import { listFactEdits } from './fact-edits.ts';
import { listFilesBeside } from './files-beside.ts';
import { applyPlan, type ChangePlan } from './folder-change.ts';
import {
  type ContentFolder,
  type FolderText,
  findSetting,
  readFolder,
  readKeys,
  requireText,
} from './read-folder.ts';
import { addRedirects, listGoneEdits, REDIRECTS } from './redirect-rows.ts';
import {
  applySourceEdits,
  type EditedSource,
  formatLinkCount,
  formatLinks,
  joinEdits,
  leadsTo,
  listReferenceEdits,
} from './references.ts';
import { listItemRemovals } from './yaml-edits.ts';

export const remove: CommandRun = async (config, { positionals: [wanted = ''], flags, values }) => {
  const folder = readFolder(config.contentDir);
  const text = requireText(folder, wanted);
  if (flags.gone === true && values.to !== undefined)
    throw new DeskError('--to and --gone contradict each other; write one of them.');
  const to = await askTarget(folder, text, flags.gone === true ? GONE : values.to);
  return applyPlan(planRemoval(folder, text, to), config, flags['dry-run'] === true);
};

const GONE = 'gone';
const TARGET = `write a path such as /articles, an address with https://, or ${GONE}`;

/** Asks where the address should lead; undefined if it is gone. */
async function askTarget(
  { site }: ContentFolder,
  text: FolderText,
  given: string | undefined,
): Promise<string | undefined> {
  // Nobody knows the address of a draft.
  if (hasDraftKey(text) && given === undefined) return undefined;
  const findProblem = (answer: string) => findTargetProblem(answer, text, site);
  const question = {
    flag: 'to',
    text: `Where should ${text.address} lead? ${TARGET}`,
    findProblem,
  };
  const [answer] = await askQuestions([question], { to: given });
  return answer === GONE ? undefined : answer;
}

/** Says why the address of a removed text can't lead to the answer; undefined if it can. */
export function findTargetProblem(
  answer: string,
  { address }: FolderText,
  site: SiteSettings,
): string | undefined {
  if (leadsTo(answer.replace(/[?#].*$/s, ''), address, site))
    return `is the text that you remove; ${TARGET}`;
  return answer === GONE || (TARGET_PATTERN.test(answer) && hasHostIfAbsolute(answer))
    ? undefined
    : `is not an address; ${TARGET}`;
}

export function hasDraftKey(text: FolderText): boolean {
  return readKeys(text).draft === true;
}

/** Plans the removal of a text; `to` is where its address leads, undefined if it is gone. */
export function planRemoval(
  folder: ContentFolder,
  text: FolderText,
  to: string | undefined,
): ChangePlan {
  const links = listTargetEdits(
    { ...folder, texts: folder.texts.filter((one) => one !== text) },
    text,
    to,
  );
  const edited = joinEdits([
    ...links,
    ...listStepRemovals(folder, text),
    ...listFactEdits(folder, text, undefined),
  ]);
  const written = new Map(edited.map((one) => [one.source.file, applySourceEdits(one)]));
  const old = hasDraftKey(text) ? [] : [text.address, ...listAliasKeys(text)];
  if (old.length > 0)
    addRedirects(
      folder,
      written,
      old.map((from) => ({ from, to })),
    );
  const redirects = `${folder.name}/${REDIRECTS}`;
  return {
    written,
    moved: [],
    copied: [],
    renamed: [],
    removed: [text.file, ...listFilesBeside(folder, text).own],
    lines: [
      ...edited.map(formatLinks),
      ...old.map((from) =>
        to === undefined ? `${from} is gone (status 410)` : `${from} redirects to ${to}`,
      ),
    ],
    summary: `${formatLinkCount(edited)}. Publish with: npm run content -- publish`,
    // Links to a page that is gone need other words, which only the owner knows.
    accepts: (problem) => !problem.startsWith(redirects),
  };
}

/**
 * Lists edits of what leads to a removed text. With a target on the site, links get it; with one
 * elsewhere, only redirects. A page that is gone leaves the menu.
 */
function listTargetEdits(
  folder: ContentFolder,
  { address }: FolderText,
  to: string | undefined,
): readonly EditedSource[] {
  if (to?.startsWith('/')) return listReferenceEdits(folder, address, () => to);
  const [redirects, site] = [findSetting(folder, REDIRECTS), findSetting(folder, 'site.yaml')];
  const settings = redirects === undefined ? [] : [redirects];
  if (to !== undefined)
    return listReferenceEdits({ ...folder, texts: [], settings }, address, () => to);
  const isGone = (written: string) =>
    leadsTo(written.replace(/[?#].*$/s, ''), address, folder.site);
  const isEntry = (item: unknown) => isGone(menuEntry.safeParse(item).data?.to ?? '');
  return [
    ...settings.map((source) => ({ source, edits: listGoneEdits(source.text, isGone) })),
    ...(site === undefined ? [] : [{ source: site, edits: listItemRemovals(site.text, isEntry) }]),
  ];
}

const menuEntry = z.object({ to: z.string() });

function listStepRemovals(folder: ContentFolder, { place }: FolderText): readonly EditedSource[] {
  const source = findSetting(folder, 'learning-paths.yaml');
  if (source === undefined || place.kind !== 'article') return [];
  return [{ source, edits: listItemRemovals(source.text, (step) => step === place.slug) }];
}

function listAliasKeys(text: FolderText): readonly string[] {
  const { aliases } = readKeys(text);
  return Array.isArray(aliases) ? aliases.map(String) : [];
}
