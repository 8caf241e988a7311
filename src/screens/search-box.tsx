import type { ComponentProps } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pages } from '../site/addresses.ts';
import { SearchForm } from '../ui/search-form.tsx';

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
