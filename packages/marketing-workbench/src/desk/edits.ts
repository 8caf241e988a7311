export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

/** Applies the edits. Insertions at the same offset keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (edited, { start, end, text: inserted }) =>
        edited.slice(0, start) + inserted + edited.slice(end),
      text,
    );
}

/** Moves edits of a part of a text to where the part begins. */
export function moveEdits(edits: readonly TextEdit[], offset: number): readonly TextEdit[] {
  return edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }));
}

/** Returns the number of the line of `offset`, from 1. */
export function findLineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Returns the line ending that the text uses. */
export function findLineEnding(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns the offset at which the line of `offset` begins. */
export function findLineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset at which the line after `offset` begins. */
export function findNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** Returns the white space at the start of the line of `offset`. */
export function readIndent(text: string, offset: number): string {
  return /^\s*/.exec(text.slice(findLineStart(text, offset)))?.[0] ?? '';
}
