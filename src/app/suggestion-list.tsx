import { useEffect } from 'react';
import type { SearchSuggestion } from '../site/entities.ts';

/** A list below the field, above the page. Its own styles are here, because the style sheet is loaded with every page. */
export const LIST = {
  className:
    'absolute inset-x-0 top-full z-10 mt-2 overflow-y-auto rounded-sm border border-edge bg-panel shadow-raised',
  style: {
    maxHeight: 'calc(100dvh - var(--header-height) - 6rem)',
    overflowWrap: 'anywhere',
    overscrollBehavior: 'contain',
  },
} as const;

type SuggestionListProps = {
  readonly id: string;
  readonly suggestions: readonly SearchSuggestion[];
  /** Index of the suggestion that Enter opens; -1 for none. */
  readonly active: number;
  readonly onFollowed: () => void;
};

const KINDS = { topic: 'Topics', article: 'Articles', section: 'Sections', page: 'Pages' } as const;

export function formatOptionId(id: string, index: number): string {
  return `${id}-${index}`;
}

/** The list of a combobox, a group for each kind; the focus stays in its field. */
export function SuggestionList({ id, suggestions, active, onFollowed }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(formatOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const entries = [...suggestions.entries()];
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))];
  return (
    <>
      <div id={id} role="listbox" aria-label="Suggestions" hidden={suggestions.length === 0} {...LIST}>
        {kinds.map((kind, place) => (
          // biome-ignore lint/a11y/useSemanticElements: no element groups options outside of a select
          <div
            key={kind}
            role="group"
            aria-labelledby={`${id}-${kind}`}
            className={place > 0 ? 'border-t border-line' : undefined}
          >
            <div id={`${id}-${kind}`} className="px-3 py-1 text-xs font-semibold text-soft">
              {KINDS[kind]}
            </div>
            {entries
              .filter(([, suggestion]) => suggestion.kind === kind)
              .map(([index, { label, href, article }]) => (
                <a
                  key={href}
                  id={formatOptionId(id, index)}
                  href={href}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={onFollowed}
                  className="flex min-h-11 flex-col justify-center px-3 py-1 no-underline hover:bg-sunken aria-selected:bg-sunken aria-selected:underline"
                >
                  <span>{label}</span>
                  {article !== undefined && <span className="text-xs text-soft">{article}</span>}
                </a>
              ))}
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {suggestions.length > 0 && `${suggestions.length} suggestions; use the arrow keys`}
      </p>
    </>
  );
}
