import { formatCount } from '../content/format-count.ts';
import { compareCodeUnits } from '../site/compare-code-units.ts';
import { parseCanonicalPath } from '../site/paths/canonical-path.ts';
import type { SiteSettings } from '../site/settings.ts';
import { listAddressEdits, type Rewrite } from './address-edits.ts';
import { applyEdits, findLineNumber, type TextEdit } from './edits.ts';
import type { ContentFolder, FolderFile } from './read-folder.ts';

/** A file and its edits, in the order of its lines. */
export type EditedSource = { readonly source: FolderFile; readonly edits: readonly TextEdit[] };

/**
 * Lists edits of everything that names `address`: `replace` gets what follows its path, a query or
 * an anchor.
 */
export function listReferenceEdits(
  { texts, settings, site }: ContentFolder,
  address: string,
  replace: (rest: string) => string,
): readonly EditedSource[] {
  const rewrite: Rewrite = (written) => {
    const [path = ''] = /^[^?#]*/.exec(written) ?? [];
    return leadsTo(path, address, site) ? replace(written.slice(path.length)) : undefined;
  };
  // Every spelling of the address has this in common, so most files need no parsing.
  const segment = address.slice(address.lastIndexOf('/') + 1).toLowerCase();
  return [...texts, ...settings]
    .filter(({ text }) => text.toLowerCase().includes(segment))
    .map((source) => ({ source, edits: listAddressEdits(source, rewrite) }));
}

/**
 * Returns whether the site would answer a path, in whatever spelling, with the page at `address`.
 */
export function leadsTo(path: string, address: string, { news }: SiteSettings): boolean {
  return path === address || (/^\/(?!\/)/.test(path) && parseCanonicalPath(path, news) === address);
}

/**
 * Joins the edits of each file, in the order of the files' names, and leaves out files without
 * edits.
 */
export function joinEdits(all: readonly EditedSource[]): readonly EditedSource[] {
  return [...Map.groupBy(all, ({ source }) => source)]
    .map(([source, group]) => ({
      source,
      edits: group.flatMap(({ edits }) => edits).toSorted((one, other) => one.start - other.start),
    }))
    .filter(({ edits }) => edits.length > 0)
    .toSorted((one, other) => compareCodeUnits(one.source.file, other.source.file));
}

export function applySourceEdits({ source, edits }: EditedSource): string {
  return applyEdits(source.text, edits);
}

/** Formats the edits of a file as `content/articles/seo/local-seo/a.md: 2 links, lines 12, 30`. */
export function formatLinks({ source, edits }: EditedSource): string {
  const lines = [...new Set(edits.map(({ start }) => findLineNumber(source.text, start)))];
  return `${source.file}: ${formatCount(edits.length, 'link')}, ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}

/** Formats a sum such as `14 links in 9 files`. */
export function formatLinkCount(edited: readonly EditedSource[]): string {
  const links = edited.flatMap(({ edits }) => edits).length;
  return `${formatCount(links, 'link')} in ${formatCount(edited.length, 'file')}`;
}
