import { pages } from '../site/addresses.ts';
import type { SearchSummary } from '../site/entities.ts';
import { CategoryLinks } from './category-links.tsx';
import { RESULT_LINK } from './search-results.tsx';

/** Says if the results are for a corrected text, and suggests another one. */
export function SearchNotes({ text, summary }: { text: string; summary: SearchSummary }) {
  const { correction, suggestion } = summary;
  if (correction === undefined && suggestion === undefined) return null;
  return (
    <div className="mb-6 grid gap-1">
      {correction !== undefined && (
        <>
          <p>
            Showing results for{' '}
            <a href={pages.search(correction.text)} className={`font-semibold ${RESULT_LINK}`}>
              {correction.text}
            </a>
          </p>
          <p className="text-sm text-soft">
            Search instead for{' '}
            <a href={pages.search(correction.literal)} className={RESULT_LINK}>
              {text}
            </a>
          </p>
        </>
      )}
      {suggestion !== undefined && (
        <p>
          Did you mean{' '}
          <a href={pages.search(suggestion)} className={`font-semibold ${RESULT_LINK}`}>
            {suggestion}
          </a>
          ?
        </p>
      )}
    </div>
  );
}

export function NoResults() {
  return (
    <div className="rounded-md border border-line bg-panel px-6 py-10">
      <div role="status">
        <h2 className="text-xl">No Results Found</h2>
      </div>
      <p className="mt-3 text-soft">Some things that help:</p>
      <ul className="mt-2 list-disc ps-6">
        <li>Check your spelling</li>
        <li>Use more general keywords</li>
        <li>Search for related topics</li>
      </ul>
      <p className="mt-6 text-soft">Or browse a category:</p>
      <CategoryLinks />
    </div>
  );
}
