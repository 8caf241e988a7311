import { pages } from '../../site/addresses.ts';
import type { SearchSummary } from '../../site/search-result.ts';

const LINK = 'target text-accent underline underline-offset-4 hover:text-accent-strong';

type SearchNotesProps = { readonly text: string; readonly summary: SearchSummary };

/** For what text the results are, where that is not the one typed, and what else may have been meant. */
export function SearchNotes({ text, summary: { correction, suggestion } }: SearchNotesProps) {
  if (correction === undefined && suggestion === undefined) return null;
  return (
    <div className="mb-6 grid gap-1">
      {correction !== undefined && (
        <>
          <p>
            Showing results for{' '}
            <a href={pages.search(correction.text)} className={`font-semibold ${LINK}`}>
              {correction.text}
            </a>
          </p>
          <p className="text-sm text-soft">
            Search instead for{' '}
            <a href={pages.search(correction.literal)} className={LINK}>
              {text}
            </a>
          </p>
        </>
      )}
      {suggestion !== undefined && (
        <p>
          Did you mean{' '}
          <a href={pages.search(suggestion)} className={`font-semibold ${LINK}`}>
            {suggestion}
          </a>
          ?
        </p>
      )}
    </div>
  );
}
