import type { DrawCover } from '../ui/cover/cover-drawing.ts';

/** A drawing has a kilobyte; popular and recent articles, which stand on most pages, are soon among these. */
const COVERS_MAX = 1_000;

/** Draws each cover once for all the pages that show it. */
export function rememberCovers(draw: DrawCover): DrawCover {
  const known = new Map<string, string>();
  return (category, slug) => {
    const key = `${category}/${slug}`;
    const drawn = known.get(key);
    if (drawn !== undefined) return drawn;
    if (known.size >= COVERS_MAX) known.clear();
    const cover = draw(category, slug);
    known.set(key, cover);
    return cover;
  };
}
