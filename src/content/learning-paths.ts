import { CATEGORIES } from '../site/categories.ts';
import type { ContentProblem } from './content-problem.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import { line, list, strict } from './front-matter-schemas.ts';
import { parseYamlFile } from './yaml-file.ts';

const STEPS = 'write 5 to 8 articles, each as "- slug", the one to begin with first';
const SLUG = 'write the slug of an article, such as keyword-match-types';

const steps = list(line({ min: 1, max: 100, advice: SLUG }), STEPS)
  .min(5, { error: explainCount })
  .max(8, { error: explainCount });

/** `learning-paths.yaml`: for each built-in category the articles to read first, in their order. */
const learningPathsSchema = strict(Object.fromEntries(CATEGORIES.map(({ slug }) => [slug, steps])));

/** The articles of a category that a beginner reads first. */
export type LearningPath = {
  readonly file: string;
  readonly category: string;
  /** In the order to read them, each with its line. */
  readonly steps: readonly { readonly slug: string; readonly line: number }[];
};

/** A folder without the file has no learning paths. Whether the articles are there is checked over the whole site. */
export function compileLearningPaths(source: ContentFile | undefined): {
  readonly learningPaths: readonly LearningPath[];
  readonly problems: readonly ContentProblem[];
} {
  if (source === undefined) return { learningPaths: [], problems: [] };
  const { value, problems, lineOf } = parseYamlFile(source, learningPathsSchema);
  const learningPaths = Object.entries(value ?? {}).map(([category, slugs]) => ({
    file: source.file,
    category,
    steps: slugs.map((slug, index) => ({ slug, line: lineOf(category, index) })),
  }));
  return { learningPaths, problems };
}

function explainCount({ input }: { readonly input?: unknown }): string {
  return `has ${Array.isArray(input) ? input.length : 0} articles; ${STEPS}`;
}
