import { type ComponentProps, type SubmitEvent, useId } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pages } from '../site/addresses.ts';
import { SEARCH_QUERY_MAX_LENGTH } from '../site/limits.ts';
import { storeSearch } from '../ui/stored-searches.ts';

type SearchBoxProps = {
  readonly text?: string;
  /** Called after the navigation to the results, for example to close a menu. */
  readonly onSubmitted?: () => void;
  readonly inputProps?: ComponentProps<'input'>;
};

/** Shows the search form. A blank text does nothing and shows no message. */
export function SearchBox({ text = '', onSubmitted, inputProps }: SearchBoxProps) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (query === '') return;
    storeSearch(query);
    navigate(pages.search(query));
    onSubmitted?.();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not announced everywhere yet
    <form
      action={pages.search()}
      method="get"
      role="search"
      onSubmit={submit}
      className="flex w-full gap-2"
    >
      <label htmlFor={id} className="sr-only">
        Search for articles
      </label>
      <input
        id={id}
        key={text}
        name="q"
        type="search"
        defaultValue={text}
        maxLength={SEARCH_QUERY_MAX_LENGTH}
        placeholder="Search for articles..."
        autoComplete="off"
        className="min-h-11 w-full min-w-0 rounded-sm border border-edge bg-panel px-3 text-base text-ellipsis text-ink placeholder:text-soft"
        {...inputProps}
      />
      <button
        type="submit"
        className="min-h-11 rounded-sm border border-accent bg-accent px-5 text-sm font-semibold text-on-accent hover:bg-accent-strong"
      >
        Search
      </button>
    </form>
  );
}
