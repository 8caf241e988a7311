import { z } from 'zod';
import { endpoints } from '../contract/endpoints.ts';
import type { RenderRequest } from '../contract/page-renderer.ts';
import type { Transport, TransportAnswer } from '../contract/request.ts';
import { type Fields, type LegacyPostRecord, RECORD_FIELDS } from '../site/records.ts';
import type { Site } from '../site/site.ts';
import { countHtmlWords } from '../site/texts.ts';
import type { publishRecord } from './draft-site.ts';

type ShownRecord = ReturnType<typeof publishRecord>;
type Answer = Readonly<Record<string, unknown>>;

/** The id of an article that was never published. */
const NEW_ID = 0;

/** The fields of an answer that don't come from the record. */
const linksSchema = z
  .object({
    id: z.number(),
    categoryId: z.number(),
    subcategoryId: z.number(),
    popular: z.number(),
    pathStep: z.unknown(),
    previous: z.unknown(),
    next: z.unknown(),
  })
  .partial();
const placesSchema = z.array(z.object({ id: z.number(), slug: z.string() }));

/** Returns the request for a page as if the record of a text were published. */
export function requestUnsaved(request: RenderRequest, record: ShownRecord): RenderRequest {
  const { site, transport } = request;
  return {
    ...request,
    site: addToSite(site, record),
    transport: createUnsavedTransport(transport, record),
  };
}

/** The addresses of a site that have no place in a category are listed. */
function addToSite(site: Site, record: ShownRecord): Site {
  if (record.kind === 'legacy')
    return { ...site, legacyPaths: [...new Set([...site.legacyPaths, record.legacyUrl])] };
  if (record.kind === 'post' || site.pages.some(({ slug }) => slug === record.slug)) return site;
  const { slug, title, form, inFooter, inSitemap } = record;
  return { ...site, pages: [...site.pages, { slug, title, form, inFooter, inSitemap }] };
}

/**
 * Answers the call of the text with the fields of its record; all other calls are passed on. A new
 * article has no related ones, and the list of legacy posts has a new one.
 */
function createUnsavedTransport(transport: Transport, record: ShownRecord): Transport {
  const own = findCallAddress(record);
  return async (address) => {
    if (address === endpoints.relatedPosts.address({ id: NEW_ID }))
      return { kind: 'success', body: [] };
    const answer = await transport(address);
    if (record.kind === 'legacy' && address === endpoints.legacyPosts.address())
      return addLegacyPost(answer, record);
    if (address !== own) return answer;
    const links: Answer =
      answer.kind === 'success'
        ? linksSchema.parse(answer.body)
        : await createLinks(transport, record);
    return { kind: 'success', body: { ...links, ...formatUnsavedAnswer(record) } };
  };
}

function findCallAddress({ kind, slug }: ShownRecord): string {
  const calls = { post: endpoints.post, page: endpoints.page, legacy: endpoints.legacyPost };
  return calls[kind].address({ slug });
}

function addLegacyPost(answer: TransportAnswer, record: LegacyPostRecord): TransportAnswer {
  if (answer.kind === 'failure') return answer;
  const posts = z.array(z.looseObject({ slug: z.string() })).parse(answer.body);
  if (posts.some(({ slug }) => slug === record.slug)) return answer;
  return { ...answer, body: [...posts, { id: NEW_ID, ...formatUnsavedAnswer(record) }] };
}

/** Returns what a new text has besides the fields of its record. */
async function createLinks(transport: Transport, record: ShownRecord): Promise<Answer> {
  if (record.kind !== 'post') return { id: NEW_ID };
  const findId = async (list: string, slug: string | undefined) => {
    const answer = await transport(list);
    const places = answer.kind === 'success' ? placesSchema.parse(answer.body) : [];
    return places.find((place) => place.slug === slug)?.id;
  };
  const categoryId = await findId(endpoints.categories.address(), record.category);
  const subcategoryId = await findId(endpoints.subcategories.address(), record.subcategory);
  return { id: NEW_ID, categoryId, ...(subcategoryId !== undefined && { subcategoryId }) };
}

/** Returns the fields that the index would answer, as `src/site/records.ts` describes them. */
function formatUnsavedAnswer(record: ShownRecord): Answer {
  const values: Answer = record;
  const fields: Fields = RECORD_FIELDS[record.kind];
  const answer: Record<string, unknown> = { wordCount: countHtmlWords(record.content) };
  for (const [name, { type, answer: detail }] of Object.entries(fields)) {
    const value = values[name];
    if (detail === undefined || value === undefined) continue;
    answer[name] = type === 'time' ? new Date(Number(value)).toISOString() : value;
  }
  if (record.kind === 'post' && record.tags !== undefined)
    answer.tags = record.tags.map((name) => ({ name }));
  return answer;
}
