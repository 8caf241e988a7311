import type { ArchiveFile } from '../archive.ts';
import type { SourceLoss } from '../source.ts';

/** Pages that a program makes of code. Those with brackets show texts, and others show faults. */
const CODE_PAGE =
  /^(?:src\/pages|app|pages)\/(?!.*\[)(?!(?:.*\/)?(?:index|404|500|_\w+)\.)(?!.*\.(?:xml|json|txt)\.).+\.(?:astro|jsx|tsx|vue|svelte|njk|liquid)$/;
/** Files such as ads.txt and those with which an owner proves that a domain is his. */
const ROOT_FILE =
  /^(?:public|static)\/(?!(?:favicon|robots|sitemap|manifest|site)[^/]*$)(?:[^/]+\.(?:txt|html?|xml|json)|\.well-known\/.+)$/;

/** Lists what a folder has outside of its texts, and the new site has no place for. */
export function listFolderLosses(files: readonly ArchiveFile[]): readonly SourceLoss[] {
  const kinds = [
    ['pages that are code; write them in Markdown', CODE_PAGE],
    ['files at the root of the old site; put those that are still needed into public', ROOT_FILE],
  ] as const;
  return kinds.flatMap(([what, pattern]) => {
    const found = files.filter(({ path }) => pattern.test(path));
    const [first] = found;
    return first === undefined ? [] : [{ what, count: found.length, example: first.path }];
  });
}
