import { Fragment } from 'react';
import { formatRelativeAge } from '../../site/dates.ts';
import type { FoundPage, HighlightedText, PlacedPage, SearchResult } from '../../site/entities.ts';
import {
  findThemeOf,
  formatCategoryLabel,
  formatPostAddress,
  type Taxonomy,
} from '../../site/taxonomy.ts';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { usePageContext } from '../page-head.tsx';

export const RESULT_LINK =
  'target text-accent underline underline-offset-4 hover:text-accent-strong';

type ResultListProps = {
  readonly results: readonly SearchResult[];
  /** Pages that the list shows between the results, each with the number of results before it. */
  readonly pages: readonly PlacedPage[];
  readonly taxonomy: Taxonomy;
};

export function ResultList({ results, pages, taxonomy }: ResultListProps) {
  const listPages = (from: number, to: number) =>
    pages
      .filter(({ place }) => place >= from && place < to)
      .map((page) => <PageResult key={page.path} page={page} />);
  return (
    <ol data-results>
      {results.map((result, place) => (
        <Fragment key={result.id}>
          {listPages(place, place + 1)}
          <ArticleResult result={result} taxonomy={taxonomy} />
        </Fragment>
      ))}
      {listPages(results.length, Number.POSITIVE_INFINITY)}
    </ol>
  );
}

const ROW = 'grid gap-x-6 border-t border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)]';

/** Shows a guide, another page, an author, a legacy post or a tag. */
function PageResult({ page: { path, title, description } }: { page: FoundPage }) {
  return (
    <li className={ROW}>
      <article className="max-w-prose sm:col-start-2">
        <p className="text-xs font-bold uppercase tracking-wider text-soft">Page</p>
        <h3 className="mt-1 text-lg">
          <a href={path} className="target no-underline hover:underline">
            {title}
          </a>
        </h3>
        <p className="mt-2 text-sm">{description}</p>
      </article>
    </li>
  );
}

function ArticleResult({ result, taxonomy }: { result: SearchResult; taxonomy: Taxonomy }) {
  const { now } = usePageContext();
  const address = formatPostAddress(result, taxonomy);
  const theme = findThemeOf(result, taxonomy);
  return (
    <li data-category={theme} className={ROW}>
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
