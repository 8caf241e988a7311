import { formatRelativeAge } from '../../site/dates.ts';
import type { FoundPage, HighlightedText, SearchResult } from '../../site/entities.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { usePageContext } from '../page-head.tsx';

export const RESULT_LINK = 'target text-accent underline underline-offset-4 hover:text-accent-strong';

/** Guides, own pages, authors, legacy posts and tags. */
export function FoundPages({ found }: { found: readonly FoundPage[] }) {
  return (
    <div className="mb-8 max-w-prose rounded-md border border-line bg-panel p-4 sm:px-6">
      <h2 className="text-lg">Pages</h2>
      <ul data-results>
        {found.map(({ path, title, description }) => (
          <li key={path} className="mt-3">
            <a href={path} className={`font-semibold ${RESULT_LINK}`}>
              {title}
            </a>
            <p className="mt-1 text-sm text-soft">{description}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ResultList({ results, taxonomy }: { results: readonly SearchResult[]; taxonomy: Taxonomy }) {
  const { now } = usePageContext();
  return (
    <ol data-results>
      {results.map((result) => {
        const address = formatPostAddress(result, taxonomy);
        const theme = findThemeOf(result, taxonomy);
        return (
          <li
            key={result.id}
            data-category={theme}
            className="grid gap-x-6 border-t border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <CoverArt
              category={theme}
              slug={result.slug}
              picture={result.cover?.html}
              className="aspect-video rounded-sm max-sm:hidden"
            />
            <article className="max-w-prose">
              <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-soft">
                <span className="font-bold uppercase tracking-wider text-(--category)">
                  {formatCategoryLabel(result, taxonomy)}
                </span>
                <time dateTime={result.publishedAt}>{formatRelativeAge(result.publishedAt, now)}</time>
                <span>{result.readTime} min read</span>
              </p>
              <h3 className="mt-1 text-lg">
                <a href={address} className="target no-underline hover:underline">
                  {result.title}
                </a>
              </h3>
              <p className="mt-2 text-sm">
                <MarkedPassage passage={result.passage} />
              </p>
              {result.section !== undefined && (
                <p className="mt-1 text-sm">
                  <a href={`${address}#${result.section.anchor}`} className={RESULT_LINK}>
                    Go to: {result.section.title}
                  </a>
                </p>
              )}
            </article>
          </li>
        );
      })}
    </ol>
  );
}

function MarkedPassage({ passage }: { readonly passage: HighlightedText }) {
  let index = 0;
  return passage.map(({ text, isMatch }) => {
    const key = index++;
    return isMatch ? (
      <mark key={key} className="rounded-sm bg-mark text-ink">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
