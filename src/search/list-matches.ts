import { termOf } from '../search-engine/document-words.ts';
import { listTokens, type Token } from '../search-engine/list-tokens.ts';
import type { Mark } from '../search-engine/search-documents.ts';

/** Where a mark's terms stand in a text, in UTF-16 units. */
export type Match = { readonly start: number; readonly end: number; readonly mark: Mark };

/** In the order of the text, none within another. */
export function listMatches(text: string, marks: readonly Mark[]): Match[] {
  const byLast = Map.groupBy(marks, ({ terms }) => terms.at(-1) ?? '');
  const heads = new Set(marks.flatMap(({ terms }) => terms.map(readHead)));
  const seen: Seen[] = [];
  const matches: Match[] = [];
  for (const token of listTokens(text)) {
    // A word begins as its stem does; to look for the stem of every word would take most of a search's time.
    if (!heads.has(readHead(token.word))) continue;
    const last = { token, term: termOf(token.word) };
    seen.push(last);
    const found = (byLast.get(last.term) ?? []).flatMap((mark) => findMatch(seen, last, mark) ?? []);
    const [longest] = found.toSorted((a, b) => a.start - b.start || b.mark.weight - a.mark.weight);
    if (longest === undefined) continue;
    while ((matches.at(-1)?.start ?? -1) >= longest.start) matches.pop();
    if ((matches.at(-1)?.end ?? 0) <= longest.start) matches.push(longest);
  }
  return matches;
}

/** A word that may be one of a mark's. */
type Seen = { readonly token: Token; readonly term: string };

/** The match that ends with the last word seen. */
function findMatch(seen: readonly Seen[], last: Seen, mark: Mark): Match | undefined {
  let first: Seen | undefined = last;
  for (let before = 1; before < mark.terms.length && first !== undefined; before++) {
    const wanted = mark.terms.at(-1 - before);
    const position = last.token.position - before;
    first = seen.slice(-RECENT_MAX).find(({ token, term }) => token.position === position && term === wanted);
  }
  return first && { start: first.token.start, end: last.token.end, mark };
}

/** More than the longest phrase has words, their compounds included. */
const RECENT_MAX = 32;

/** The first two letters as one number. */
function readHead(word: string): number {
  return word.charCodeAt(0) * 65_536 + (word.length > 1 ? word.charCodeAt(1) : 0);
}
