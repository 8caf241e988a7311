import { parseImportedMarkdown, spanOf, visitMarkdown } from '../body/markdown-edits.ts';

type CodeRange = { readonly start: number; readonly end: number };

/** Finds the ranges of code in Markdown, in order. */
export function findCodeRanges(text: string): readonly CodeRange[] {
  if (!/[`~]|^(?: {4}|\t)/m.test(text)) return [];
  const ranges: CodeRange[] = [];
  visitMarkdown(parseImportedMarkdown(text), (node) => {
    if (node.type === 'code' || node.type === 'inlineCode') ranges.push(spanOf(node));
    return undefined;
  });
  return ranges;
}

/** Replaces all matches of a pattern, which must have the flag `g`, except those in code. */
export function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string,
): string {
  const first = text.search(pattern);
  if (first === -1) return text;
  const isCode = createCodeTest(findCodeRanges(text));
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (isCode(match.index)) continue;
    parts.push(text.slice(end, match.index), write(match));
    end = match.index + match[0].length;
  }
  return parts.join('') + text.slice(end);
}

/** Creates a function that returns true for an offset in one of the ranges. */
export function createCodeTest(ranges: readonly CodeRange[]): (offset: number) => boolean {
  return (offset) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range !== undefined && range.start <= offset;
  };
}
