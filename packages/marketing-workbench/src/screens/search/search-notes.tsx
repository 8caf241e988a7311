import { pages } from '../../site/addresses.ts';
import type { NearestSubjects, SearchSummary } from '../../site/entities.ts';
import { Chips } from '../../ui/chips.tsx';
import { CategoryLinks } from '../category-links.tsx';
import { RESULT_LINK } from './result-list.tsx';

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

/** Offers the nearest subjects, or the categories if there are none. */
export function NoResults({ nearest }: { nearest?: NearestSubjects | undefined }) {
  return (
    <div className="rounded-md border border-line bg-panel px-4 py-6 sm:px-6 sm:py-10">
      <div role="status">
        <h2 className="text-xl">No Results Found</h2>
      </div>
      <p className="mt-3 text-soft">Some things that help:</p>
      <ul className="mt-2 list-disc ps-6">
        <li>Check your spelling</li>
        <li>Use more general keywords</li>
        <li>Search for related topics</li>
      </ul>
      {nearest === undefined || nearest.subjects.length === 0 ? (
        <>
          <p className="mt-6 text-soft">Or browse a category:</p>
          <CategoryLinks />
        </>
      ) : (
        <Nearest nearest={nearest} />
      )}
    </div>
  );
}

function Nearest({ nearest: { isNear, subjects, articles } }: { nearest: NearestSubjects }) {
  const heading = isNear ? 'Nearest subjects' : 'Subjects of this site';
  return (
    <>
      <h3 className="mt-6 mb-3 text-lg">{heading}</h3>
      <Chips
        label={heading}
        chips={subjects.map(({ name, path, postCount }) => ({
          label: `${name} (${postCount})`,
          href: path,
          isCurrent: false,
        }))}
      />
      {articles.length > 0 && (
        <>
          <h3 className="mt-6 text-lg">
            {isNear ? 'Articles with words like these' : 'Popular articles'}
          </h3>
          <ul>
            {articles.map(({ path, title }) => (
              <li key={path} className="mt-2">
                <a href={path} className={RESULT_LINK}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
