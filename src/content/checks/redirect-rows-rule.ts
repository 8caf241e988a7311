import { isRedirectTarget } from '../../site/addresses.ts';
import { findLegacyPath } from '../../site/legacy-paths.ts';
import { normaliseRedirectPath } from '../../site/redirects.ts';
import type { ContentProblem } from '../content-problem.ts';
import type { RedirectRow } from '../redirects.ts';
import { isPublished } from '../visibility.ts';
import type { Site } from './site-pages.ts';

/** An old address is no page and has one rule, which leads in one step to a page that is there now. */
export function checkRedirectRows(site: Site): readonly ContentProblem[] {
  const firsts = new Map<string, RedirectRow>();
  return site.redirects.flatMap((row) => {
    const first = firsts.get(row.from);
    if (first === undefined) firsts.set(row.from, row);
    const messages = [
      ...(first === undefined
        ? []
        : [`is redirected already by ${first.file}:${first.line}; remove one of the two`]),
      ...listSourceProblems(row, site),
      ...listTargetProblems(row, site),
    ];
    return messages.map((message) => ({ file: row.file, line: row.line, message: `${row.key} ${message}` }));
  });
}

function listSourceProblems({ from }: RedirectRow, { pages }: Site): readonly string[] {
  if (pages.has(from) || findLegacyPath(from) !== undefined)
    return ['is a page that is there; remove the redirect, or the page'];
  return isRedirectTarget(from) || /^\/(?:api|assets|media|social)(?:\/|$)/.test(from)
    ? ['is kept for files and calls of the site; remove the redirect']
    : [];
}

function listTargetProblems(row: RedirectRow, site: Site): readonly string[] {
  const { to, status, isPrefix } = row;
  if (status === 410)
    return to === undefined ? [] : ['is gone (410) and yet leads somewhere; remove to, or the status'];
  if (to === undefined) return ['leads nowhere; write to, or status: 410 where it is gone for good'];
  if (!to.startsWith('/')) return [];
  const path = to.replace(/[?#].*$/, '');
  const next = site.redirects.find((other) => isMet(other, path));
  if (next === row) return [`leads to itself; write another to`];
  if (next !== undefined) {
    const end = findEnd(row, site);
    if (end === undefined) return [`leads to ${to}, which leads back to it; remove one of the rows`];
    return [`leads to ${to}, which is redirected itself; write ${end.to ?? 'status: 410'}`];
  }
  if (isPrefix && to.endsWith('/')) return [];
  return listPageProblems(path, to, site);
}

/** The last of the rules that a reader is led through; undefined where they lead in a circle. */
function findEnd(row: RedirectRow, { redirects }: Site): RedirectRow | undefined {
  const passed = new Set<RedirectRow>();
  for (let end = row; !passed.has(end); ) {
    passed.add(end);
    const next = redirects.find(
      (other) => end.to !== undefined && isMet(other, end.to.replace(/[?#].*$/, '')),
    );
    if (next === undefined) return end;
    end = next;
  }
  return undefined;
}

function isMet({ from, isPrefix }: RedirectRow, path: string): boolean {
  const normal = normaliseRedirectPath(path);
  return normal === from || (isPrefix && normal.startsWith(`${from}/`));
}

function listPageProblems(path: string, to: string, { pages, now }: Site): readonly string[] {
  if (isRedirectTarget(path)) return [];
  const page = pages.get(path);
  if (page === undefined) return [`leads to ${to}, which is no page; write the address of one`];
  const { document } = page;
  if (document === undefined) return [];
  if (document.sound.redirectTo !== undefined)
    return [`leads to ${to}, which is redirected itself; write ${document.sound.redirectTo}`];
  const isAlias = document.sound.aliases !== undefined;
  return isPublished(document, now) || isAlias
    ? []
    : [`leads to ${to}, which is not published yet; wait until then`];
}
