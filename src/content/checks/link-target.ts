import { decodeAnchor } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import { findLegacyPath } from '../../site/legacy-paths.ts';
import { visibleFrom } from '../visibility.ts';
import type { Site, SitePage } from './site-pages.ts';
import type { SiteText } from './site-text.ts';

/** What is wrong with a link of a text to an address of the site, and what to write; undefined for a good link. */
export function findLinkProblem(href: string, from: SiteText, site: Site): string | undefined {
  const { path, query, anchor } = splitAddress(href);
  const page = path === '' ? { anchors: from.anchors } : site.pages.get(path);
  if (page === undefined) return describeUnknown(path, site);
  const target = page.document?.sound.redirectTo;
  if (target !== undefined) return `${href} redirects; write ${target}`;
  if (query !== '') return `${href} has a query; write ${path}`;
  if (anchor !== undefined && !page.anchors.has(anchor)) return describeMissingAnchor(href, anchor, page);
  return findTimeProblem(href, { from, to: page.document, now: site.now });
}

function splitAddress(href: string): {
  readonly path: string;
  readonly query: string;
  readonly anchor?: string;
} {
  const {
    path = '',
    query = '',
    anchor,
  } = /^(?<path>[^?#]*)(?<query>\?[^#]*)?(?:#(?<anchor>.*))?$/.exec(href)?.groups ?? {};
  return { path, query, ...(anchor === undefined ? {} : { anchor: decodeAnchor(anchor) }) };
}

function describeUnknown(path: string, site: Site): string {
  const canonical = findCanonicalAddress(path, site);
  if (canonical === undefined) return `${path} leads to no page; correct the address or remove the link`;
  return `${path} is not the page's own address; write ${canonical}`;
}

/** The address that the site itself would redirect `path` to. */
function findCanonicalAddress(path: string, { pages, documents }: Site): string | undefined {
  const known = findLegacyPath(path)?.path ?? parseCanonicalPath(path) ?? '';
  const page = pages.get(known);
  if (page !== undefined) return page.document?.sound.redirectTo ?? known;
  const slug = known.split('/').at(-1);
  return documents.find((document) => document.kind === 'article' && document.slug === slug)?.address;
}

function describeMissingAnchor(href: string, anchor: string, { anchors }: SitePage): string {
  const known = [...anchors].map((name) => `#${name}`).join(', ');
  return `${href} names #${anchor}, which is not there; ${known === '' ? 'leave it out' : `write one of ${known}`}`;
}

function findTimeProblem(
  href: string,
  { from, to, now }: { readonly from: SiteText; readonly to: SiteText | undefined; readonly now: number },
): string | undefined {
  if (to === undefined || from.sound.draft === true) return undefined;
  if (to.sound.draft === true) return `${href} leads to a draft; publish that or remove the link`;
  if (visibleFrom(to) <= Math.max(now, visibleFrom(from))) return undefined;
  return `${href} leads to a text that is published later than this one; remove the link until then`;
}
