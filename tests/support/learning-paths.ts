/** A content folder in which each category has a learning path of five articles. */
import { type ContentOverrides, formatArticle } from './content-folder.ts';

const FOLDERS = [
  'google-ads/youtube',
  'facebook-ads/stories',
  'email-marketing/automation',
  'seo/local-seo',
];
const STEPS = [1, 2, 3, 4, 5];

/** `{category}-step-1` to `{category}-step-5`, one subcategory of each category. */
export const LEARNING_ARTICLES: ContentOverrides = Object.fromEntries(
  FOLDERS.flatMap((folder) =>
    STEPS.map((step) => {
      const slug = `${categoryOf(folder)}-step-${step}`;
      return [`articles/${folder}/${slug}.md`, formatArticle({ title: `Article ${slug}` })];
    }),
  ),
);

/**
 * Returns `learning-paths.yaml` for these articles: a category's name on one line, its five steps
 * on the next ones.
 */
export function formatLearningPaths(): string {
  return FOLDERS.map(categoryOf)
    .flatMap((category) => [`${category}:`, ...STEPS.map((step) => `  - ${category}-step-${step}`)])
    .join('\n');
}

function categoryOf(folder: string): string {
  return folder.slice(0, folder.indexOf('/'));
}
