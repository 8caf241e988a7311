import { readGhostText } from './ghost-data.ts';
import type { GhostText } from './ghost-texts.ts';

const LINK = /https?:\/\/[\w.:-]{1,250}\/[\w%/.~-]{1,500}/g;
/** Fewer links may quote another site that has the same paths. */
const LINKS_MIN = 2;

/**
 * Returns the origin of the site, which exports don't name: the one to which texts link with the
 * paths of several texts. Since version 3 Ghost writes a placeholder instead, so the origin of such
 * an export mostly remains unknown.
 */
export function findOrigin(texts: readonly GhostText[]): string | undefined {
  const own = new Set(texts.flatMap(({ outline }) => outline.addresses.map(withoutSlash)));
  const found = new Map<string, Set<string>>();
  for (const { post } of texts) {
    const document =
      readGhostText(post, 'html') ||
      readGhostText(post, 'lexical') ||
      readGhostText(post, 'mobiledoc');
    for (const [link] of document.matchAll(LINK)) {
      const url = URL.parse(link);
      if (url === null || !own.has(withoutSlash(url.pathname)) || url.pathname === '/') continue;
      found.set(url.origin, (found.get(url.origin) ?? new Set()).add(url.pathname));
    }
  }
  const [best] = [...found].toSorted((one, other) => other[1].size - one[1].size);
  return best !== undefined && best[1].size >= LINKS_MIN ? best[0] : undefined;
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
