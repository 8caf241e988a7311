import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { queries } from '../contract/queries.ts';
import { SearchBox } from '../screens/search-box.tsx';
import type { SearchSuggestion } from '../site/entities.ts';
import { parseSearchText } from '../site/page-query.ts';
import { LastSearches } from './last-searches.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { formatOptionId, SuggestionList } from './suggestion-list.tsx';

/** Shows the search form below the header. It takes the focus when it appears. */
export function SearchPanel({ onSubmitted }: { onSubmitted: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { text, inputProps, ...list } = useSuggestions();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const first =
      text === '' && event.key === 'ArrowDown' ? panel.current?.querySelector('section a') : null;
    if (!(first instanceof HTMLElement)) return inputProps.onKeyDown(event);
    event.preventDefault();
    first.focus();
  };
  return (
    <div className="page-width max-w-2xl py-4">
      <div ref={panel} className="relative">
        <SearchBox
          onSubmitted={onSubmitted}
          inputProps={{ ...inputProps, onKeyDown, ref: field }}
        />
        <PartBoundary note="The suggestions could not be shown; the search works.">
          <SuggestionList {...list} text={text} onFollowed={onSubmitted} />
          {text === '' && <LastSearches field={field} onFollowed={onSubmitted} />}
        </PartBoundary>
      </div>
    </div>
  );
}

/** Debounce: a fast typist causes about one request per word. */
const ASK_AFTER_MS = 120;
/** The server has no suggestions for less. */
const LETTERS_MIN = 2;

/**
 * Suggestions for a search field, by the combobox pattern of the ARIA Authoring Practices. Escape
 * closes the list first; the panel closes only if no list is open.
 */
function useSuggestions() {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [isDismissed, setDismissed] = useState(false);
  const answer = useAnswer(text);
  const suggestions = isDismissed ? undefined : answer;
  // The last option searches for the text.
  const count = suggestions === undefined ? 0 : suggestions.length + 1;
  const active = chosen < count ? chosen : -1;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEscape = event.key === 'Escape';
    const step = isEscape ? 0 : STEPS.get(event.key);
    const isChosen = event.key === 'Enter' && active >= 0;
    if (count === 0 || (step === undefined && !isChosen)) return;
    // On Escape the browser would empty the field and the header would close the panel.
    event.preventDefault();
    setDismissed(isEscape);
    if (isChosen) document.getElementById(formatOptionId(id, active))?.click();
    else setChosen(isEscape ? -1 : moveWithin(count, active, step ?? 0));
  };
  const inputProps = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': id,
    'aria-expanded': count > 0,
    'aria-activedescendant': active < 0 ? undefined : formatOptionId(id, active),
    onChange: (event) => {
      setText(parseSearchText(event.target.value));
      setChosen(-1);
      setDismissed(false);
    },
    onKeyDown,
  } satisfies ComponentProps<'input'>;
  return { id, text, active, suggestions, inputProps };
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** Wraps around through -1, which means no suggestion. */
function moveWithin(count: number, active: number, step: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

/** Returns undefined until there is an answer. */
function useAnswer(text: string): readonly SearchSuggestion[] | undefined {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    ...queries.searchSuggestions(asked),
    enabled: asked.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
  });
  return text.length < LETTERS_MIN || asked.length < LETTERS_MIN ? undefined : data;
}
