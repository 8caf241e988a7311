import { z } from 'zod';
import type { AuditedSite } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

/**
 * Properties by type, after Google's documentation of rich results. `a|b` needs one of the two,
 * `a.b` looks into `a`.
 */
const PROPERTIES: Readonly<
  Record<string, { readonly required: string; readonly recommended: string }>
> = {
  Article: {
    required: 'headline author.name',
    recommended: 'image datePublished dateModified author.url',
  },
  BreadcrumbList: {
    required: 'itemListElement.position itemListElement.name|itemListElement.item.name',
    recommended: '',
  },
  Organization: { required: 'name', recommended: 'url logo' },
  WebSite: { required: 'name url', recommended: '' },
  FAQPage: { required: 'mainEntity.name mainEntity.acceptedAnswer.text', recommended: '' },
  HowTo: { required: 'name step', recommended: '' },
  ProfilePage: { required: 'mainEntity.name|mainEntity.alternateName', recommended: '' },
  VideoObject: {
    required: 'name thumbnailUrl uploadDate',
    recommended: 'description contentUrl|embedUrl',
  },
  ItemList: {
    required: 'itemListElement.position itemListElement.url|itemListElement.item',
    recommended: '',
  },
  Product: { required: 'name review|aggregateRating|offers', recommended: '' },
  Event: { required: 'name startDate location', recommended: '' },
  Recipe: { required: 'name image', recommended: '' },
};
const SUBTYPES: Readonly<Record<string, string>> = {
  BlogPosting: 'Article',
  NewsArticle: 'Article',
  LocalBusiness: 'Organization',
};

const nodeSchema = z.record(z.string(), z.unknown());
type JsonLdNode = z.infer<typeof nodeSchema>;

/** Checks the structured data of each page as it is sent. */
export function checkStructuredData({ pages, texts }: AuditedSite): readonly AuditFinding[] {
  const byAddress = new Map(texts.map((text) => [text.address, text]));
  return [...pages.values()].flatMap(({ address, structuredData, isIndexed }): AuditFinding[] => {
    const text = byAddress.get(address);
    const place = { address, file: text?.file };
    if (structuredData.includes(undefined))
      return [
        { rule: 'schema-invalid', ...place, message: 'a block of structured data is not JSON' },
      ];
    if (!isIndexed || /\?/.test(address)) return [];
    const nodes = structuredData.flatMap(listJsonLdNodes);
    const byId = new Map(
      nodes.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node]] : [])),
    );
    return nodes.flatMap((node) =>
      listMissingProperties(node, byId)
        // The dates of old posts are unknown, and no key holds them.
        .filter(({ name }) => text?.record.kind !== 'legacy' || !name.startsWith('date'))
        .map(({ type, name, rule }) => ({ rule, ...place, message: `${type} has no ${name}` })),
    );
  });
}

function listJsonLdNodes(data: unknown): readonly JsonLdNode[] {
  return [data].flat().flatMap((one) => {
    const node = nodeSchema.safeParse(one).data;
    if (node === undefined) return [];
    return '@graph' in node ? listJsonLdNodes(node['@graph']) : [node];
  });
}

function listMissingProperties(node: JsonLdNode, byId: ReadonlyMap<unknown, JsonLdNode>) {
  return [node['@type']].flat().flatMap((written) => {
    const type = String(written);
    const { required = '', recommended = '' } = PROPERTIES[SUBTYPES[type] ?? type] ?? {};
    const missing = (names: string) =>
      names.split(' ').filter((name) => {
        const ways = name.split('|').map((way) => way.split('.'));
        return name !== '' && !ways.some((way) => hasValueAt(node, way, byId));
      });
    return [
      ...missing(required).map((name) => ({ type, name, rule: 'schema-required' as const })),
      ...missing(recommended).map((name) => ({ type, name, rule: 'schema-recommended' as const })),
    ];
  });
}

/**
 * Returns whether a path has a value, in every item of a list. A reference to another node stands
 * for it.
 */
function hasValueAt(
  value: unknown,
  path: readonly string[],
  byId: ReadonlyMap<unknown, JsonLdNode>,
): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => hasValueAt(item, path, byId));
  const node = nodeSchema.safeParse(value).data;
  const [name, ...rest] = path;
  if (name === undefined) return value !== undefined && value !== null && value !== '';
  if (node === undefined) return false;
  return hasValueAt(node[name] ?? byId.get(node['@id'])?.[name], rest, byId);
}
