import type { ContentProblem } from '../content-problem.ts';
import { findLinkProblem } from './link-target.ts';
import type { Site } from './site-pages.ts';

/** Every link within the site leads to a page and a heading that are there, in the one form that the page answers at. */
export function checkLinks(site: Site): readonly ContentProblem[] {
  return site.documents.flatMap((document) =>
    document.links.flatMap(({ href, line }) => {
      const problem = findLinkProblem(href, document, site);
      return problem === undefined ? [] : [{ file: document.file, line, message: `link to ${problem}` }];
    }),
  );
}
