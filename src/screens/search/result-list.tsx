import { formatRelativeAge } from '../../site/dates.ts';
import type { Passage, SearchResult } from '../../site/search-result.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { usePageContext } from '../page-context.ts';

type ResultListProps = { readonly results: readonly SearchResult[]; readonly taxonomy: Taxonomy };

/** What a search found, each with the passage that matched and a way to where it stands. */
export function ResultList({ results, taxonomy }: ResultListProps) {
  const { now } = usePageContext();
  return (
    <ol>
      {results.map((result) => {
        const address = formatPostAddress(result, taxonomy);
        const theme = findThemeOf(result, taxonomy);
        return (
          <li
            key={result.id}
            data-category={theme}
            className="grid gap-x-6 border-t border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <CoverArt category={theme} slug={result.slug} className="aspect-video rounded-sm max-sm:hidden" />
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
                  <a
                    href={`${address}#${result.section.anchor}`}
                    className="target text-accent underline underline-offset-4 hover:text-accent-strong"
                  >
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

function MarkedPassage({ passage }: { readonly passage: Passage }) {
  let place = 0;
  return passage.map(({ text, isMatch }) => {
    const key = place++;
    return isMatch ? (
      <mark key={key} className="rounded-sm bg-mark text-ink">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
