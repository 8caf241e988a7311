import type { ContentProblem } from '../content-problem.ts';
import type { Site } from './site-pages.ts';
import type { SiteText } from './site-text.ts';

const UNIQUE_KEYS = ['title', 'excerpt', 'metaDescription', 'legacyUrl'] as const;

/** No two articles share a slug, and no two texts a title, an excerpt, a description or an old path. */
export function checkUniqueness({ documents }: Site): readonly ContentProblem[] {
  const articles = documents.filter(({ kind }) => kind === 'article');
  return [
    ...listRepeats(articles, ({ slug }) => slug).map(({ document, first }) => ({
      file: document.file,
      message: `has the slug “${document.slug}”, and so has ${first.file}; rename one of the two`,
    })),
    ...UNIQUE_KEYS.flatMap((key) =>
      listRepeats(documents, ({ sound }) => sound[key]?.toLowerCase()).map(({ document, first }) => ({
        file: document.file,
        line: document.lineOf(key),
        message: `${key} is the same as in ${first.file}; give each its own`,
      })),
    ),
  ];
}

/** Each document whose value another before it has, with the first that has it. */
function listRepeats(
  documents: readonly SiteText[],
  findValue: (document: SiteText) => string | undefined,
): readonly { readonly document: SiteText; readonly first: SiteText }[] {
  const firsts = new Map<string, SiteText>();
  return documents.flatMap((document) => {
    const value = findValue(document);
    const first = value === undefined ? undefined : firsts.get(value);
    if (value !== undefined && first === undefined) firsts.set(value, document);
    return first === undefined ? [] : [{ document, first }];
  });
}
