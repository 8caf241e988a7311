import type { SearchSuggestion } from '../../site/search-result.ts';

type SuggestionListProps = {
  readonly id: string;
  readonly suggestions: readonly SearchSuggestion[];
  /** The place of the one that Enter opens; -1 for none. */
  readonly active: number;
  readonly onChoose: (suggestion: SearchSuggestion) => void;
};

const KINDS = { article: 'Article', topic: 'Topic' } as const;

/** The list of a combobox: the focus stays in its field, which says which option is active. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={suggestions.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-2 overflow-hidden rounded-sm border border-edge bg-panel shadow-raised"
      >
        {suggestions.map((suggestion, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={suggestion.href}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
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
