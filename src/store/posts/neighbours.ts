import type { PostNeighbour } from '../../site/entities.ts';
import type { Row } from '../database.ts';
import { readText } from '../rows.ts';
import type { Store } from '../store.ts';

type Neighbours = { readonly previous?: PostNeighbour; readonly next?: PostNeighbour };

/** The posts published just before and just after a post, in its own subcategory; none for a post without one. */
export function findNeighbours(store: Store, id: number, now: number): Neighbours {
  const previous = store.index.get(
    `SELECT other.slug, other.title FROM posts p JOIN posts other ON other.subcategory = p.subcategory
     WHERE p.id = :id AND (other.published_at, other.id) < (p.published_at, p.id)
     ORDER BY other.published_at DESC, other.id DESC LIMIT 1`,
    { id },
  );
  const next = store.index.get(
    `SELECT other.slug, other.title FROM posts p JOIN posts other ON other.subcategory = p.subcategory
     WHERE p.id = :id AND (other.published_at, other.id) > (p.published_at, p.id) AND other.published_at <= :now
     ORDER BY other.published_at, other.id LIMIT 1`,
    { id, now },
  );
  return {
    ...(previous && { previous: parseNeighbour(previous) }),
    ...(next && { next: parseNeighbour(next) }),
  };
}

function parseNeighbour(row: Row): PostNeighbour {
  return { slug: readText(row, 'slug'), title: readText(row, 'title') };
}
