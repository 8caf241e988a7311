import { queries } from '../../contract/queries.ts';
import { formatPostAddress } from '../../site/taxonomy.ts';
import { type LoadRequest, NOT_FOUND, type Outcome, SHOWN } from '../screen.ts';
import { loadTaxonomy } from '../taxonomy.ts';

/** The article with the place's slug, if it lives at the place's path; a redirect to where it lives otherwise. */
export async function loadArticle({ client, place }: LoadRequest): Promise<Outcome> {
  const [taxonomy, post] = await Promise.all([
    loadTaxonomy(client),
    client.fetchQuery(queries.findPost(place.slug)),
  ]);
  if (post === null) return NOT_FOUND;
  const address = formatPostAddress(post, taxonomy);
  if (address !== place.path) return { kind: 'redirect', to: address };
  await Promise.all([
    client.fetchQuery(queries.relatedPosts(post.id)),
    client.fetchQuery(queries.popularPosts()),
  ]);
  return SHOWN;
}
