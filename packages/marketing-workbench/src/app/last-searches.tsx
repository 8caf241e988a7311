import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { pages } from '../site/addresses.ts';
import {
  listStoredSearches,
  removeStoredSearch,
  removeStoredSearches,
  storeSearch,
} from '../ui/stored-searches.ts';
import { LIST } from './suggestion-list.tsx';

type LastSearchesProps = {
  /** The arrow keys move the focus between it and the searches. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onFollowed: () => void;
};

/**
 * Shows the last searches of this browser, which the reader can repeat or remove. Renders nothing
 * if there are none.
 */
export function LastSearches({ field, onFollowed }: LastSearchesProps) {
  const id = useId();
  const [searches, setSearches] = useState(listStoredSearches);
  if (searches.length === 0) return null;
  const remove = (text: string) => {
    removeStoredSearch(text);
    setSearches(listStoredSearches());
    field.current?.focus();
  };
  const removeAll = () => {
    removeStoredSearches();
    setSearches([]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS.get(event.key);
    const links = [...event.currentTarget.querySelectorAll('a')];
    const place = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
    if (step === undefined || place < 0) return;
    event.preventDefault();
    (links[place + step] ?? field.current)?.focus();
  };
  return (
    <section aria-labelledby={id} onKeyDown={onKeyDown} {...LIST}>
      <div className="flex items-center justify-between ps-3">
        <p id={id} className="text-xs font-semibold text-soft">
          Last searches in this browser
        </p>
        <button
          type="button"
          onClick={removeAll}
          className="min-h-11 px-3 text-sm underline hover:text-accent"
        >
          Clear all
        </button>
      </div>
      <ul>
        {searches.map((text) => (
          <li key={text} className="flex items-center hover:bg-sunken">
            <a
              href={pages.search(text)}
              onClick={() => {
                storeSearch(text);
                onFollowed();
              }}
              className="flex min-h-11 min-w-0 grow items-center px-3 py-1 no-underline"
            >
              {text}
            </a>
            <button
              type="button"
              aria-label={`Remove “${text}”`}
              onClick={() => remove(text)}
              className="inline-flex size-11 shrink-0 items-center justify-center hover:text-accent"
            >
              <svg
                viewBox="0 0 24 24"
                className="size-5 fill-current"
                aria-hidden="true"
                focusable="false"
              >
                <path d="m6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4 6.4 5Z" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
