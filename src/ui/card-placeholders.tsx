import { listPlaceholderKeys } from './placeholder-keys.ts';

/** Grey shapes of the cards of a grid that are about to come. */
export function CardPlaceholders({ count }: { count: number }) {
  return (
    <ul className="card-grid" aria-hidden="true">
      {listPlaceholderKeys(count).map((key) => (
        <li key={key} data-placeholder>
          <div className="card">
            <div className="cover-place placeholder-bar rounded-none" />
            <div className="card-text">
              <div className="placeholder-bar h-4 w-1/3" />
              <div className="placeholder-bar mt-3 h-6 w-11/12" />
              <div className="placeholder-bar mt-2 h-6 w-2/3" />
              <div className="placeholder-bar mt-4 h-4 w-full" />
              <div className="placeholder-bar mt-2 h-4 w-5/6" />
              <div className="placeholder-bar mt-6 h-4 w-1/2" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
