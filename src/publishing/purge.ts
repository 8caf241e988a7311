import type { LargeCompilation } from '../content/checks/check-site.ts';
import { listPostTags, SITE_TAG } from '../site/cache-tags.ts';

const WAIT_MS = 10_000;
/** More names than this are one: everything. */
const TAGS_MAX = 500;

/** Keys of records. */
export type Difference = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
};

type PostPlace = { readonly slug: string; readonly category: string };

/** The articles of a compiled folder. */
export function listPostPlaces({ texts }: Pick<LargeCompilation, 'texts'>): readonly PostPlace[] {
  return texts.flatMap(({ outline }) => (outline.kind === 'post' ? outline : []));
}

/**
 * The names of the answers that a shared cache should forget. What is no post, and what is gone, may show anywhere: then it
 * is everything.
 */
export function listPurgeTags(
  { added, changed, removed }: Difference,
  posts: readonly PostPlace[],
): readonly string[] {
  const isShown = (key: string) => !isMedia(key);
  const written = new Set([...added, ...changed].filter(isShown));
  const isGone = removed.some(isShown);
  if (written.size === 0 && !isGone) return [];
  const touched = posts.filter(({ slug }) => written.has(`post:${slug}`));
  if (isGone || touched.length < written.size) return [SITE_TAG];
  const tags = [...new Set(touched.flatMap(listPostTags))];
  return tags.length > TAGS_MAX ? [SITE_TAG] : tags;
}

/** A picture's address says what it shows: another picture, another address. */
function isMedia(key: string): boolean {
  return key.startsWith('media:');
}

/** Tells a shared cache what to forget; says in a line what came of it, and never throws: publishing does not hang on it. */
export async function purge(url: string, tags: readonly string[]): Promise<string> {
  if (tags.length === 0) return 'Purge: nothing to forget.';
  try {
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags }),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return ok ? `Purge: ${tags.length} names, answered ${status}.` : formatFailure(`answered ${status}`);
  } catch (error) {
    return formatFailure(error instanceof Error ? error.message : String(error));
  }
}

function formatFailure(reason: string): string {
  return `Purge: PURGE_URL ${reason}; shared caches show the change when a minute has passed.`;
}
