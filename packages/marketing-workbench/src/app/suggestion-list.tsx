import { type PointerEvent, useEffect } from 'react';
import { pages } from '../site/addresses.ts';
import type { SearchSuggestion } from '../site/entities.ts';
import { storeSearch } from '../ui/stored-searches.ts';

/**
 * A list below the field, above the page. Its own styles are here, because the style sheet is
 * loaded with every page.
 */
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
  /** What the reader has typed. */
  readonly text: string;
  /** The suggestions to list; undefined while the list is closed. */
  readonly suggestions: readonly SearchSuggestion[] | undefined;
  /** Index of the option that Enter opens, the last of which searches for the text; -1 for none. */
  readonly active: number;
  readonly onFollowed: () => void;
};

const KINDS = { topic: 'Topics', article: 'Articles', section: 'Sections', page: 'Pages' } as const;

export function formatOptionId(id: string, index: number): string {
  return `${id}-${index}`;
}

/** Shows the list of a combobox, a group for each kind; the focus stays in its field. */
export function SuggestionList({ id, text, suggestions, active, onFollowed }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(formatOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const shown = suggestions ?? [];
  const entries = [...shown.entries()];
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const createOption = (index: number) => ({
    id: formatOptionId(id, index),
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    className:
      'flex min-h-11 flex-col justify-center px-3 py-1 no-underline hover:bg-sunken aria-selected:bg-sunken aria-selected:underline',
  });
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={suggestions === undefined}
        {...LIST}
      >
        {kinds.map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: no element groups options outside of a select
          <div
            key={kind}
            role="group"
            aria-labelledby={`${id}-${kind}`}
            className="border-b border-line"
          >
            <div id={`${id}-${kind}`} className="px-3 py-1 text-xs font-semibold text-soft">
              {KINDS[kind]}
            </div>
            {entries
              .filter(([, suggestion]) => suggestion.kind === kind)
              .map(([index, { label, href, article }]) => (
                <a key={href} href={href} {...createOption(index)} onClick={onFollowed}>
                  <span>{markTyped(label, text)}</span>
                  {article !== undefined && (
                    <span className="text-xs text-soft">{markTyped(article, text)}</span>
                  )}
                </a>
              ))}
          </div>
        ))}
        <a
          href={pages.search(text)}
          {...createOption(shown.length)}
          onClick={() => {
            storeSearch(text);
            onFollowed();
          }}
        >
          Search for “{text}”
        </a>
      </div>
      <p className="sr-only" role="status">
        {shown.length > 0 &&
          `${shown.length} ${shown.length === 1 ? 'suggestion' : 'suggestions'}; use the arrow keys`}
      </p>
    </>
  );
}

/** Returns the label with the beginnings of words that the reader has typed in bold. */
function markTyped(label: string, text: string) {
  const typed = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (typed.length === 0) return label;
  const longestFirst = typed.sort((a, b) => b.length - a.length).join('|');
  const parts = label.split(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst})`, 'giu'));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and no state
  return parts.map((part, place) => (place % 2 === 0 ? part : <b key={place}>{part}</b>));
}
