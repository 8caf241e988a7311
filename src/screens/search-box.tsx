import { type ComponentProps, type SubmitEvent, useId } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pages } from '../site/addresses.ts';
import { SEARCH_QUERY_MAX_LENGTH } from '../site/limits.ts';

type SearchBoxProps = {
  readonly text?: string;
  /** Called after the results were asked for, for example to close a menu. */
  readonly onSubmitted?: () => void;
  readonly inputProps?: ComponentProps<'input'>;
};

/** The search form, wired to the search screen. */
export function SearchBox({ text = '', onSubmitted, inputProps }: SearchBoxProps) {
  return (
    <SearchForm
      action={pages.search()}
      defaultText={text}
      inputProps={inputProps}
      onSearch={(query) => {
        navigate(pages.search(query));
        onSubmitted?.();
      }}
    />
  );
}

type SearchFormProps = {
  /** The address that answers without JavaScript, with the text as `q`. */
  readonly action: string;
  readonly defaultText?: string;
  /** Called with the trimmed text, never with a blank one. */
  readonly onSearch: (text: string) => void;
  /** What else the field does, for example to suggest. */
  readonly inputProps?: ComponentProps<'input'> | undefined;
};

/** Looks for articles. Blank text does nothing and shows no message. */
export function SearchForm({ action, defaultText = '', onSearch, inputProps }: SearchFormProps) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (text !== '') onSearch(text);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not announced everywhere yet
    <form action={action} method="get" role="search" onSubmit={submit} className="flex w-full gap-2">
      <label htmlFor={id} className="sr-only">
        Search for articles
      </label>
      <input
        id={id}
        key={defaultText}
        name="q"
        type="search"
        defaultValue={defaultText}
        maxLength={SEARCH_QUERY_MAX_LENGTH}
        placeholder="Search for articles..."
        autoComplete="off"
        className="min-h-11 w-full min-w-0 rounded-sm border border-edge bg-panel px-3 text-base text-ink placeholder:text-soft"
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
