import type { ContentRecord } from '../site/records.ts';
import { compileCategories } from './category-texts.ts';
import type { ContentProblem } from './content-problem.ts';
import { addLearningPaths } from './create-records.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import type { SortedFiles } from './folder/sort-files.ts';
import { compileLearningPaths, type LearningPath } from './learning-paths.ts';
import { compileRedirects, type RedirectRow } from './redirects.ts';
import { compileSynonyms } from './synonyms.ts';

/** What the files at the top of a content folder say, but for the standard. */
export type SiteSettings = {
  /** The shelves with those learning paths that `isSound` is true of, and the synonyms. */
  readonly createRecords: (isSound: (file: string) => boolean) => {
    readonly shelves: readonly ContentRecord[];
    readonly synonyms: readonly ContentRecord[];
  };
  readonly learningPaths: readonly LearningPath[];
  readonly redirects: readonly RedirectRow[];
  readonly problems: readonly ContentProblem[];
};

export function compileSettings(
  sorted: SortedFiles,
  readFile: (file: string | undefined) => ContentFile | undefined,
  folder: string,
): SiteSettings {
  const categories = compileCategories(readFile(sorted.categories), folder);
  const paths = compileLearningPaths(readFile(sorted.learningPaths));
  const synonyms = compileSynonyms(readFile(sorted.synonyms));
  const redirects = compileRedirects(readFile(sorted.redirects));
  return {
    createRecords: (isSound) => ({
      shelves: addLearningPaths(
        categories.records,
        paths.learningPaths.filter(({ file }) => isSound(file)),
      ),
      synonyms: synonyms.records,
    }),
    learningPaths: paths.learningPaths,
    redirects: redirects.redirects,
    problems: [categories, paths, synonyms, redirects].flatMap(({ problems }) => problems),
  };
}
