import { decodeAnchor, isRedirectTarget } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import { formatLegacyKey } from '../../site/legacy-paths.ts';
import { normaliseRedirectPath } from '../../site/redirects.ts';
import type { ContentProblem } from '../content-problem.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { RedirectRow } from '../site-settings.ts';
import { isPublished, type Site, type SitePage, type SiteText, visibleFrom } from './site.ts';

/** Every internal link leads to an existing page and heading, by the page's canonical address. */
export function checkLinks(site: Site): readonly ContentProblem[] {
  return site.documents.flatMap((document) =>
    document.links.flatMap(({ href, line }) => {
      const problem = findLinkProblem(href, document, site);
      return problem === undefined ? [] : [{ file: document.file, line, message: `link to ${problem}` }];
    }),
  );
}

/** A legacy post redirects to a page that answers itself, never to another legacy path. */
export function checkLegacyRedirects(site: Site): readonly ContentProblem[] {
  return site.documents.flatMap((document) => {
    const { redirectTo } = document.validKeys;
    if (document.kind !== 'legacy' || redirectTo === undefined) return [];
    const problem =
      findLegacyText(redirectTo, site) === undefined
        ? findLinkProblem(redirectTo, document, site)
        : `${redirectTo} is a legacy path itself; write the page that answers now`;
    if (problem === undefined) return [];
    return [{ file: document.file, line: document.lines.redirectTo ?? 1, message: `redirectTo ${problem}` }];
  });
}

/** An old address is not an existing page, is redirected once, and leads to an existing page in one step. */
export function checkRedirectRows(site: Site): readonly ContentProblem[] {
  const firsts = new Map<string, RedirectRow>();
  return site.redirects.flatMap((row) => {
    const { file, line, key } = row;
    const first = firsts.get(row.from);
    if (first === undefined) firsts.set(row.from, row);
    const messages = [
      ...(first ? [`is redirected already by ${first.file}:${first.line}; remove one of the two`] : []),
      ...listSourceProblems(row, site),
      ...listTargetProblems(row, site),
    ];
    return messages.map((message) => ({ file, line, message: `${key} ${message}` }));
  });
}

/** Undefined for a good link. */
function findLinkProblem(href: string, from: SiteText, site: Site): string | undefined {
  const { path, query, anchor } = splitAddress(href);
  const page = path === '' ? { anchors: from.anchors } : site.pages.get(path);
  if (page === undefined) return describeUnknown(path, site);
  const target = page.document?.validKeys.redirectTo;
  if (target !== undefined) return `${href} redirects; write ${target}`;
  if (query !== '') return `${href} has a query; write ${path}`;
  if (anchor !== undefined && !page.anchors.includes(anchor))
    return describeMissingAnchor(href, anchor, page);
  return page.document && findTimeProblem(href, from, page.document, site.now);
}

function splitAddress(href: string) {
  const parts = /^(?<path>[^?#]*)(?<query>\?[^#]*)?(?:#(?<anchor>.*))?$/.exec(href)?.groups ?? {};
  const { path = '', query = '', anchor } = parts;
  return { path, query, anchor: anchor === undefined ? undefined : decodeAnchor(anchor) };
}

function describeUnknown(path: string, site: Site): string {
  const canonical = findCanonicalAddress(path, site);
  if (canonical === undefined) return `${path} does not exist; correct the address or remove the link`;
  return `${path} is not the page's own address; write ${canonical}`;
}

/** The legacy post whose path this is a spelling of. */
function findLegacyText(path: string, { documents }: Site): SiteText | undefined {
  const key = formatLegacyKey(path);
  return documents.find(
    ({ kind, address }) => kind === 'legacy' && address !== undefined && formatLegacyKey(address) === key,
  );
}

/** The address that the site itself would redirect `path` to. */
function findCanonicalAddress(path: string, site: Site): string | undefined {
  const { pages, documents, settings } = site;
  const known = findLegacyText(path, site)?.address ?? parseCanonicalPath(path, settings.news) ?? '';
  const page = pages.get(known);
  if (page !== undefined) return page.document?.validKeys.redirectTo ?? known;
  const slug = known.split('/').at(-1);
  return documents.find((document) => document.kind === 'article' && document.slug === slug)?.address;
}

function describeMissingAnchor(href: string, anchor: string, { anchors }: SitePage): string {
  const known = anchors.map((name) => `#${name}`).join(', ');
  return `${href} names #${anchor}, which does not exist; ${known === '' ? 'leave it out' : `write one of ${known}`}`;
}

function findTimeProblem(href: string, from: SiteText, to: SiteText, now: number): string | undefined {
  if (from.validKeys.draft === true) return undefined;
  if (to.validKeys.draft === true) return `${href} leads to a draft; publish it or remove the link`;
  if (visibleFrom(to) <= Math.max(now, visibleFrom(from))) return undefined;
  return `${href} leads to a text that is published later than this one; remove the link until then`;
}

function listSourceProblems({ from }: RedirectRow, site: Site): readonly string[] {
  if (site.pages.has(from) || findLegacyText(from, site) !== undefined)
    return ['is an existing page; remove the redirect or the page'];
  return isRedirectTarget(from) || /^\/(?:api|assets|media|preview|social)(?:\/|$)/.test(from)
    ? ['is reserved for files and calls; remove the redirect']
    : [];
}

function listTargetProblems(row: RedirectRow, site: Site): readonly string[] {
  const { to, status, isPrefix } = row;
  if (status === 410) return to === undefined ? [] : ['has a target and status 410; remove one of the two'];
  if (to === undefined) return ['has no target; write to, or status: 410 if it is gone for good'];
  if (!to.startsWith('/')) return [];
  const next = findNext(row, site);
  if (next === row) return [`leads to itself; write another to`];
  if (next !== undefined) {
    const end = findEnd(row, site);
    if (end === undefined) return [`leads to ${to}, which leads back to it; remove one of the rows`];
    return [`leads to ${to}, which is redirected itself; write ${end.to ?? 'status: 410'}`];
  }
  if (isPrefix && to.endsWith('/')) return [];
  return listPageProblems(to, site);
}

/** Undefined if the chain is a loop. */
function findEnd(row: RedirectRow, site: Site): RedirectRow | undefined {
  const passed = new Set<RedirectRow>();
  for (let end = row; !passed.has(end); ) {
    passed.add(end);
    const next = findNext(end, site);
    if (next === undefined) return end;
    end = next;
  }
  return undefined;
}

function findNext({ to }: RedirectRow, { redirects, settings }: Site): RedirectRow | undefined {
  if (to === undefined) return undefined;
  const path = normaliseRedirectPath(withoutQuery(to), settings.news);
  return redirects.find(({ from, isPrefix }) => path === from || (isPrefix && path.startsWith(`${from}/`)));
}

function listPageProblems(to: string, { pages, now }: Site): readonly string[] {
  const path = withoutQuery(to);
  if (isRedirectTarget(path)) return [];
  const page = pages.get(path);
  if (page === undefined)
    return [
      `leads to ${to}, which is not a page; ${didYouMean(path, pages.keys(), 'write the address of one')}`,
    ];
  const { document } = page;
  if (document === undefined) return [];
  const { redirectTo, aliases } = document.validKeys;
  if (redirectTo !== undefined) return [`leads to ${to}, which is redirected itself; write ${redirectTo}`];
  if (isPublished(document, now) || aliases !== undefined) return [];
  return [`leads to ${to}, which is not published yet; wait until then`];
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/, '');
}
