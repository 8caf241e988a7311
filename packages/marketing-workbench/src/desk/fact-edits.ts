import { type ContentFolder, type FolderText, findSetting } from './read-folder.ts';
import type { EditedSource } from './references.ts';
import { listItemRemovals, listScalarEdits } from './yaml-edits.ts';

/** Keys of `facts.yaml` whose values are no slugs. */
const KEPT_KEYS: ReadonlySet<unknown> = new Set(['fact', 'value', 'near', 'source', 'checkedAt']);

/** Renames a text in the lists of `facts.yaml`, or takes it out of them if there is no new slug. */
export function listFactEdits(
  folder: ContentFolder,
  { place: { slug } }: FolderText,
  newSlug: string | undefined,
): readonly EditedSource[] {
  const source = findSetting(folder, 'facts.yaml');
  if (source === undefined || slug === newSlug) return [];
  const edits =
    newSlug === undefined
      ? listItemRemovals(source.text, (item) => item === slug, KEPT_KEYS)
      : listScalarEdits(source.text, (value) => (value === slug ? newSlug : undefined), KEPT_KEYS);
  return [{ source, edits }];
}
