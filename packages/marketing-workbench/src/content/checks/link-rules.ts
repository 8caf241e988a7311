import {
  pages as addresses,
  decodePercent,
  files,
  isReservedPath,
  isTextFile,
} from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/paths/canonical-path.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import {
  applyRedirect,
  listRedirectSources,
  normaliseRedirectPath,
} from '../../site/paths/redirects.ts';
import type { RedirectRow } from '../compile-settings.ts';
import { type ContentFinding, FINDINGS_MAX } from '../content-finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import {
  type CheckedPage,
  type CheckedSite,
  findScheduledTime,
  isPublished,
  type SiteText,
} from './checked-site.ts';

/**
 * Checks that every internal link leads to an existing page and heading, by the page's own address.
 */
export function checkLinks(site: CheckedSite): readonly ContentFinding[] {
  return site.documents.flatMap((document) => {
    const problems = document.links.values().flatMap(({ href, line }): ContentFinding[] => {
      const { message, to } = findLinkProblem(href, document, site) ?? {};
      if (message === undefined) return [];
      const advice =
        to === undefined
          ? {}
          : {
              rule: 'redirectedLinks' as const,
              auditRule: 'link-redirected' as const,
              fix: { href, to },
            };
      return [{ file: document.file, line, message: `link to ${message}`, ...advice }];
    });
    return [...problems.take(FINDINGS_MAX)];
  });
}

/**
 * Checks that a legacy post redirects to a page that answers itself, never to another legacy path.
 */
export function checkLegacyRedirects(site: CheckedSite): readonly ContentFinding[] {
  return site.documents.flatMap((document) => {
    const { redirectTo } = document.validKeys;
    if (document.kind !== 'legacy' || redirectTo === undefined) return [];
    const problem =
      findLegacyText(redirectTo, site) === undefined
        ? findLinkProblem(redirectTo, document, site)?.message
        : `${redirectTo} is a legacy path itself; write the page that answers now`;
    if (problem === undefined) return [];
    return [
      {
        file: document.file,
        line: document.lines.redirectTo ?? 1,
        message: `redirectTo ${problem}`,
      },
    ];
  });
}

/**
 * Checks that an old address is not an existing page, is redirected once, and leads to an existing
 * page in one step.
 */
export function checkRedirectRows(site: CheckedSite): readonly ContentFinding[] {
  const firsts = new Map<string, RedirectRow>();
  return site.redirects.flatMap((row) => {
    const { file, line, key } = row;
    const first = firsts.get(row.from);
    if (first === undefined) firsts.set(row.from, row);
    const place = { file, line };
    const clashes = first
      ? [
          {
            ...place,
            message: `${key} is redirected already by ${first.file}:${first.line}; remove one of the two`,
            clashesWith: first.file,
          },
        ]
      : [];
    const other = findSourcePage(row, site)?.file;
    return [
      ...clashes,
      ...listSourceProblems(row, site).map((message) => ({
        ...place,
        message: `${key} ${message}`,
        clashesWith: other,
      })),
      ...listTargetProblems(row, site).map((message) => ({
        ...place,
        message: `${key} ${message}`,
      })),
    ];
  });
}

/** Checks the menu, which can lead nowhere only if `site.yaml` writes it out. */
export function checkMenu(site: CheckedSite): readonly ContentFinding[] {
  const { folder, menuLine: line, settings } = site;
  const links = settings.navigation.flatMap((entry) => [entry, ...entry.links]);
  return links
    .filter(({ to }) => to.startsWith('/'))
    .flatMap(({ label, to }) =>
      listPageProblems(to, site).map((problem) => `navigation “${label}” ${problem}`),
    )
    .map((message) => ({ file: `${folder}/site.yaml`, line, message }));
}

/** Contains the address to write instead, if the site redirects the link there. */
type TargetProblem = { readonly message: string; readonly to?: string };

/** Returns what is wrong with a link; undefined for a good one. */
function findLinkProblem(
  href: string,
  from: SiteText,
  site: CheckedSite,
): TargetProblem | undefined {
  const { path, query, anchor } = splitAddress(href);
  const page = path === '' ? { anchors: from.anchors } : findPageOrFile(path, site);
  if (page === undefined) return findRedirected({ href, from, site });
  const target = page.document?.validKeys.redirectTo;
  if (target !== undefined) return describeRedirected({ href, from, site }, target);
  if (query !== '' && findQueryRow(href, site) !== undefined)
    return findRedirected({ href, from, site });
  if (query !== '') return { message: `${href} has a query; write ${path}` };
  if (anchor !== undefined && page.anchors?.includes(anchor) === false)
    return { message: describeMissingAnchor(href, anchor, page.anchors) };
  return page.document && findTimeProblem({ href, from, site }, page.document);
}

function findPageOrFile(path: string, site: CheckedSite): CheckedPage | undefined {
  return site.pages.get(path) ?? site.files.get(path);
}

/** Returns the redirect that names the query of an address. */
function findQueryRow(
  href: string,
  { redirectsBySource, settings }: CheckedSite,
): RedirectRow | undefined {
  const { path, query } = splitAddress(href);
  return query === ''
    ? undefined
    : redirectsBySource.get(normaliseRedirectPath(path + query, settings.news));
}

function splitAddress(href: string) {
  const parts = /^(?<path>[^?#]*)(?<query>\?[^#]*)?(?:#(?<anchor>.*))?$/.exec(href)?.groups ?? {};
  const { path = '', query = '', anchor } = parts;
  return { path, query, anchor: anchor === undefined ? undefined : decodePercent(anchor) };
}

const NOWHERE = 'correct the address or remove the link';

function findRedirected(link: CheckedLink): TargetProblem | undefined {
  const { href, site } = link;
  const { path } = splitAddress(href);
  const queryRow = findQueryRow(href, site);
  const canonical = queryRow === undefined ? findCanonicalAddress(path, site) : undefined;
  if (canonical !== undefined)
    return describeRedirected(link, canonical, "is not the page's own address");
  const row = queryRow ?? findRedirectRow(path, site);
  if (row === undefined) {
    const advice = didYouMean(path, site.pages.keys(), NOWHERE);
    return { message: `${path} does not exist; ${advice}` };
  }
  // A bad row has a problem of its own.
  if (listTargetProblems(row, site).length > 0) return undefined;
  const { to } = applyRedirect(row, path, site.settings.news);
  if (to === undefined)
    return { message: `${href} leads to an address that is gone; remove the link` };
  return describeRedirected(link, to);
}

type CheckedLink = { readonly href: string; readonly from: SiteText; readonly site: CheckedSite };

function describeRedirected(
  { href, from, site }: CheckedLink,
  target: string,
  what = 'redirects',
): TargetProblem | undefined {
  const { anchor } = splitAddress(href);
  const page = findPageOrFile(withoutQuery(target), site);
  const late = page?.document && findTimeProblem({ href, from, site }, page.document);
  if (late !== undefined) return late;
  if (page === undefined && target.startsWith('/')) {
    const advice = didYouMean(target, site.pages.keys(), NOWHERE);
    return { message: `${href} redirects to ${target}, which does not exist; ${advice}` };
  }
  const own =
    page === undefined || page.anchors === undefined ? href.replace(/^[^#]*#?/, '') : anchor;
  const isKept =
    anchor !== undefined && !target.includes('#') && page?.anchors?.includes(anchor) !== false;
  const to = isKept ? `${target}#${own}` : target;
  return { message: `${href} ${what}; write ${to}`, to };
}

/** Returns the legacy post whose path `path` is a spelling of. */
function findLegacyText(path: string, { legacyTexts }: CheckedSite): SiteText | undefined {
  return legacyTexts.get(formatLegacyKey(path));
}

/** Returns the address that the site itself would redirect `path` to. */
function findCanonicalAddress(path: string, site: CheckedSite): string | undefined {
  const [, named] = /^(.*)\.md\/*$/i.exec(path) ?? [];
  if (named !== undefined) return findMarkdownAddress(named, site);
  const { pages, articles, settings } = site;
  const known =
    findLegacyText(path, site)?.address ?? parseCanonicalPath(path, settings.news) ?? '';
  const page = pages.get(known);
  if (page !== undefined) return page.document?.validKeys.redirectTo ?? known;
  if (known === addresses.xmlSiteMap()) return files.sitemapXml();
  if (isTextFile(known)) return site.files.has(known) ? known : undefined;
  return articles.get(known.split('/').at(-1) ?? '')?.address;
}

/** Returns the address of the Markdown of the text that a path leads to. */
function findMarkdownAddress(path: string, site: CheckedSite): string | undefined {
  const known = parseCanonicalPath(path, site.settings.news) ?? '';
  // The Markdown of a legacy post has one spelling.
  const [text] = [path, known].flatMap((one) => site.pages.get(one)?.document ?? []);
  const own = text?.kind === 'legacy' && text.address !== path ? undefined : text;
  const { address = '' } = own ?? site.articles.get(known.split('/').at(-1) ?? '') ?? {};
  return site.files.has(files.markdown(address)) ? files.markdown(address) : undefined;
}

function describeMissingAnchor(href: string, anchor: string, anchors: readonly string[]): string {
  const known = anchors.map((name) => `#${name}`);
  const advice = known.length === 0 ? 'leave it out' : `write one of ${known.join(', ')}`;
  return `${href} names #${anchor}, which does not exist; ${didYouMean(`#${anchor}`, known, advice)}`;
}

function findTimeProblem(
  { href, from, site }: CheckedLink,
  to: SiteText,
): TargetProblem | undefined {
  if (from.validKeys.draft === true) return undefined;
  if (to.validKeys.draft === true)
    return { message: `${href} leads to a draft; publish it or remove the link` };
  if (findScheduledTime(to, site) <= findScheduledTime(from, site)) return undefined;
  const message = `${href} leads to a text that is published later than this one; remove the link until then`;
  return { message };
}

/** Returns the text whose address is redirected. */
function findSourcePage({ from }: RedirectRow, site: CheckedSite): SiteText | undefined {
  return site.pages.get(from)?.document ?? findLegacyText(from, site);
}

function listSourceProblems({ from, isPrefix }: RedirectRow, site: CheckedSite): readonly string[] {
  if (isPrefix && from.includes('?'))
    return ['has a query, so it can’t be a prefix; leave match out'];
  if (site.pages.has(from) || findLegacyText(from, site) !== undefined)
    return ['is an existing page; remove the redirect or the page'];
  return isReservedPath(from) ? ['is reserved for files and calls; remove the redirect'] : [];
}

function listTargetProblems(row: RedirectRow, site: CheckedSite): readonly string[] {
  const { to, status, isPrefix } = row;
  if (status === 410)
    return to === undefined ? [] : ['has a target and status 410; remove one of the two'];
  if (to === undefined) return ['has no target; write to, or status: 410 if it is gone for good'];
  if (!to.startsWith('/')) return [];
  const next = findNextRedirect(row, site);
  if (next === row) return [`leads to itself; write another to`];
  if (next !== undefined) {
    const end = findLastRedirect(row, site);
    if (end === undefined)
      return [`leads to ${to}, which leads back to it; remove one of the rows`];
    return [`leads to ${to}, which is redirected itself; write ${end.to ?? 'status: 410'}`];
  }
  if (isPrefix && to.endsWith('/')) return [];
  return listPageProblems(to, site);
}

/** Follows a chain of redirects to its last row; undefined if the chain is a loop. */
function findLastRedirect(row: RedirectRow, site: CheckedSite): RedirectRow | undefined {
  const passed = new Set<RedirectRow>();
  for (let end = row; !passed.has(end); ) {
    passed.add(end);
    const next = findNextRedirect(end, site);
    if (next === undefined) return end;
    end = next;
  }
  return undefined;
}

function findNextRedirect({ to }: RedirectRow, site: CheckedSite): RedirectRow | undefined {
  return to === undefined ? undefined : findRedirectRow(withoutQuery(to), site);
}

/** Returns the redirect that the site would apply to a path. */
function findRedirectRow(
  path: string,
  { redirectsBySource, settings }: CheckedSite,
): RedirectRow | undefined {
  const normalised = normaliseRedirectPath(path, settings.news);
  return listRedirectSources(path, settings.news)
    .map((source) => redirectsBySource.get(source))
    .find((row) => row !== undefined && (row.isPrefix || row.from === normalised));
}

function listPageProblems(to: string, site: CheckedSite): readonly string[] {
  const path = withoutQuery(to);
  const page = findPageOrFile(path, site);
  if (page === undefined)
    return [
      `leads to ${to}, which is not a page; ${didYouMean(path, site.pages.keys(), 'write the address of one')}`,
    ];
  const { document } = page;
  if (document === undefined) return [];
  const { redirectTo, aliases } = document.validKeys;
  if (redirectTo !== undefined)
    return [`leads to ${to}, which is redirected itself; write ${redirectTo}`];
  if (isPublished(document, site) || aliases !== undefined) return [];
  return [`leads to ${to}, which is not published yet; wait until then`];
}

export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
