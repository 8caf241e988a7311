import type { ContentProblem } from '../content-problem.ts';
import type { LearningPath } from '../learning-paths.ts';
import { isPublished, visibleFrom } from '../visibility.ts';
import type { Site } from './site-pages.ts';

/** Each step of a learning path is a published article of its category, and stands in the path once. */
export function checkLearningPaths(site: Site): readonly ContentProblem[] {
  return site.learningPaths.flatMap((path) =>
    path.steps.flatMap(({ slug, line }, index) => {
      const isRepeat = path.steps.findIndex((step) => step.slug === slug) < index;
      const problem = isRepeat ? 'stands in this path already; remove it' : findStepProblem(slug, path, site);
      return problem === undefined ? [] : [{ file: path.file, line, message: `${slug} ${problem}` }];
    }),
  );
}

function findStepProblem(
  slug: string,
  { category }: LearningPath,
  { documents, now }: Site,
): string | undefined {
  const articles = documents.filter((document) => document.kind === 'article' && document.slug === slug);
  const article = articles.find(
    (candidate) => candidate.kind === 'article' && candidate.category === category,
  );
  if (article === undefined) {
    const [elsewhere] = articles;
    const where =
      elsewhere === undefined ? 'is no article' : `is ${elsewhere.file}, no article of ${category}`;
    return `${where}; write the slug of one in articles/${category}`;
  }
  if (article.sound.draft === true) return 'is a draft; publish it or take it out of the path';
  if (isPublished(article, now)) return undefined;
  const date = new Date(visibleFrom(article)).toISOString().slice(0, 10);
  return `is published on ${date} only; take it out of the path until then`;
}
