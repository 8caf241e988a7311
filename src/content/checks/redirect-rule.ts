import { findLegacyPath } from '../../site/legacy-paths.ts';
import type { ContentProblem } from '../content-problem.ts';
import { findLinkProblem } from './link-target.ts';
import type { Site } from './site-pages.ts';

/** A legacy post redirects in one step: to a page that is there now, and never to another legacy path. */
export function checkRedirects(site: Site): readonly ContentProblem[] {
  return site.documents.flatMap((document) => {
    const { redirectTo } = document.sound;
    if (document.kind !== 'legacy' || redirectTo === undefined) return [];
    const problem =
      findLegacyPath(redirectTo) === undefined
        ? findLinkProblem(redirectTo, document, site)
        : `${redirectTo} is a legacy path itself; write the page that answers now`;
    if (problem === undefined) return [];
    return [{ file: document.file, line: document.lineOf('redirectTo'), message: `redirectTo ${problem}` }];
  });
}
