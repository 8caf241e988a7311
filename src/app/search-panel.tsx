import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queries } from '../contract/queries.ts';
import { SearchBox } from '../screens/search-box.tsx';
import type { SearchSuggestion } from '../site/entities.ts';
import { parseSearchText } from '../site/page-query.ts';

/** The search form below the header. It takes the focus when it appears. */
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

type SuggestionListProps = {
  readonly id: string;
  readonly suggestions: readonly SearchSuggestion[];
  /** Index of the suggestion that Enter opens; -1 for none. */
  readonly active: number;
  readonly onChoose: (suggestion: SearchSuggestion) => void;
};

const KINDS = { article: 'Article', topic: 'Topic', page: 'Page' } as const;

/** The list of a combobox; the focus stays in its field. */
function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={suggestions.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-2 overflow-hidden rounded-sm border border-edge bg-panel shadow-raised"
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={suggestion.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3 py-1 hover:bg-sunken aria-selected:bg-sunken aria-selected:underline"
          >
            <span>{suggestion.label}</span>
            <span className="text-xs text-soft">{KINDS[suggestion.kind]}</span>
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {suggestions.length > 0 && `${suggestions.length} suggestions; use the arrow keys`}
      </p>
    </>
  );
}

/** Debounce: a fast typist causes about one request per word. */
const ASK_AFTER_MS = 120;

/**
 * Suggestions for a search field, by the combobox pattern of the ARIA Authoring Practices. Escape closes the list first; the
 * panel closes only if no list is open.
 */
function useSuggestions(onOpened: () => void) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [isDismissed, setDismissed] = useState(false);
  const answer = useAnswer(text);
  const suggestions = isDismissed ? [] : answer;
  const onChoose = ({ href }: SearchSuggestion) => {
    navigate(href);
    onOpened();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEscape = event.key === 'Escape';
    const step = isEscape ? 0 : STEPS.get(event.key);
    const chosen = event.key === 'Enter' ? suggestions[active] : undefined;
    if (suggestions.length === 0 || (step === undefined && chosen === undefined)) return;
    // On Escape the browser would empty the field and the header would close the panel.
    event.preventDefault();
    setDismissed(isEscape);
    if (chosen !== undefined) onChoose(chosen);
    else setActive(isEscape ? -1 : moveWithin(suggestions.length, active, step ?? 0));
  };
  const inputProps: ComponentProps<'input'> = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': id,
    'aria-expanded': suggestions.length > 0,
    'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
    onChange: (event) => {
      setText(parseSearchText(event.target.value));
      setActive(-1);
      setDismissed(false);
    },
    onKeyDown,
  };
  return { id, active, suggestions, onChoose, inputProps };
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** Wraps around through -1, which means no suggestion. */
function moveWithin(count: number, active: number, step: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

function useAnswer(text: string): readonly SearchSuggestion[] {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    ...queries.searchSuggestions(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  return text === '' || asked === '' ? [] : (data ?? []);
}
