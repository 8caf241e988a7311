import type { Titles } from './search-index.ts';

/** The slots of the documents whose titles have each term: of a term those from its start up to the next term's. */
export type TitlePostings = { readonly slots: Int32Array; readonly starts: Int32Array };

/** Turns titles with their terms into terms with their titles. */
export function invertTitles({ terms, starts: titleStarts, highest }: Titles): TitlePostings {
  const starts = new Int32Array(highest + 2);
  for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term <= highest; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const ends = starts.slice();
  const slots = new Int32Array(terms.length);
  for (let slot = 0; slot + 1 < titleStarts.length; slot++) {
    const end = titleStarts[slot + 1] ?? 0;
    for (let place = titleStarts[slot] ?? 0; place < end; place++) {
      const term = terms[place] ?? 0;
      slots[ends[term] ?? 0] = slot;
      ends[term] = (ends[term] ?? 0) + 1;
    }
  }
  return { slots, starts };
}
