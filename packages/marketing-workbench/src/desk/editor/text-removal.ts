import { z } from 'zod';
import { type ChangePlan, carryOutPlan } from '../folder-change.ts';
import { type ContentFolder, type FolderText, readFolder, requireText } from '../read-folder.ts';
import { findTargetProblem, hasDraftKey, planRemoval } from '../remove.ts';
import { EditorRefusal, type openContentFiles } from './content-files.ts';

type EditedFolder = { readonly contentDir: string; readonly dataDir: string };

/** The address that needs a new target; undefined for a draft, whose address nobody knows. */
export type RemovalQuestion = { readonly address?: string | undefined };

/** Paths below the content folder of the files that are gone, and lines for the owner. */
export type Removal = { readonly removed: readonly string[]; readonly lines: readonly string[] };

const wantedSchema = z.object({ to: z.string().nullable() });

/** Returns what to ask before a text is removed. */
export function askBeforeRemoval({ contentDir }: EditedFolder, file: string): RemovalQuestion {
  const { text } = findText(contentDir, file);
  return { address: hasDraftKey(text) ? undefined : text.address };
}

/**
 * Removes a text as `npm run content -- remove` does: with its pictures and downloads, and with a
 * redirect or a mark that it is gone. What is changed or removed is copied before.
 */
export async function removeText(
  { contentDir, dataDir }: EditedFolder,
  files: ReturnType<typeof openContentFiles>,
  {
    file,
    version,
    body,
  }: { readonly file: string; readonly version: string; readonly body: string },
): Promise<Removal> {
  const { folder, text } = findText(contentDir, file);
  const to = parseTarget(body, folder, text);
  files.keep(file, version);
  const plan = planRemoval(folder, text, to);
  for (const other of listReplaced(plan, folder)) if (other !== file) files.keep(other);
  const { isRefused, lines } = await carryOutPlan(plan, { contentDir, dataDir }, false);
  if (isRefused) throw new EditorRefusal(409, lines.join('\n'));
  return { removed: plan.removed.map(withoutFolderName), lines };
}

function findText(contentDir: string, file: string) {
  const folder = readFolder(contentDir);
  return { folder, text: requireText(folder, `${folder.name}/${file}`) };
}

/** Returns the target of the answer; undefined if the address is gone. */
function parseTarget(body: string, { site }: ContentFolder, text: FolderText): string | undefined {
  const { to } = wantedSchema.parse(JSON.parse(body));
  if (to === null) return undefined;
  const problem = to === '' ? 'is empty' : findTargetProblem(to, text, site);
  if (problem !== undefined) throw new EditorRefusal(400, `${to} ${problem}`.trim());
  return to;
}

function listReplaced({ written, removed }: ChangePlan, { files }: ContentFolder) {
  return [...written.keys(), ...removed].filter((one) => files.has(one)).map(withoutFolderName);
}

function withoutFolderName(file: string): string {
  return file.slice(file.indexOf('/') + 1);
}
