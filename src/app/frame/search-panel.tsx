import { useEffect, useRef } from 'react';
import { SearchBox } from '../../screens/search-box.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** The search form below the header; the focus goes into it as soon as it is there. */
export function SearchPanel({ onSubmitted }: { onSubmitted: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  const { inputProps, ...list } = useSuggestions(onSubmitted);
  return (
    <div className="page-width max-w-2xl py-4">
      <div ref={panel} className="relative">
        <SearchBox onSubmitted={onSubmitted} inputProps={inputProps} />
        <SuggestionList {...list} />
      </div>
    </div>
  );
}
