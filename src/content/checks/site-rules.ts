import type { ContentProblem } from '../content-problem.ts';
import { checkArticleLinks, checkOrphans } from './article-links-rule.ts';
import { checkCompleteness } from './completeness-rule.ts';
import { checkLearningPaths } from './learning-path-rule.ts';
import { checkLinks } from './link-rule.ts';
import { checkRedirectRows } from './redirect-rows-rule.ts';
import { checkRedirects } from './redirect-rule.ts';
import type { Site } from './site-pages.ts';
import { checkUniqueness } from './uniqueness-rule.ts';

/** What must hold of all texts together; that no two have a paragraph in common is checked apart. */
export type SiteRule = (site: Site) => readonly ContentProblem[];

export const SITE_RULES: readonly SiteRule[] = [
  checkCompleteness,
  checkUniqueness,
  checkLinks,
  checkRedirects,
  checkRedirectRows,
  checkLearningPaths,
  checkArticleLinks,
  checkOrphans,
];
