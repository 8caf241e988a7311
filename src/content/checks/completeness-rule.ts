import { pages } from '../../site/addresses.ts';
import { LEGACY_PATHS } from '../../site/legacy-paths.ts';
import type { ContentProblem } from '../content-problem.ts';
import type { Site } from './site-pages.ts';

/** What the site can't do without is there: the guide, and a legacy post for each legacy path. */
export function checkCompleteness({ folder, documents, pages: sitePages }: Site): readonly ContentProblem[] {
  const addresses = new Set(documents.map(({ address }) => address));
  const guide = sitePages.get(pages.guide())?.document;
  return [
    ...(guide === undefined
      ? [{ file: `${folder}/guides${pages.guide()}.md`, message: 'is missing; write the guide' }]
      : []),
    ...LEGACY_PATHS.filter((path) => !addresses.has(path)).map((path) => ({
      file: `${folder}/legacy`,
      message: `has no post for the legacy path ${path}; write one with legacyUrl: "${path}"`,
    })),
  ];
}
