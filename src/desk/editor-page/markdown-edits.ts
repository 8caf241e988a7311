/** A text with its selection, from `start` to `end`. */
export type SelectedText = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** Replaces the characters from `from` to `to`; then `start` to `end` of the new text is selected. */
export type MarkdownEdit = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
};

/** Puts marks such as `**` around the selected words, or removes them. */
export function toggleMarks({ text, start, end }: SelectedText, mark: string): MarkdownEdit {
  const words = text.slice(start, end);
  const [from, to] = [start - mark.length, end + mark.length];
  if (from >= 0 && text.slice(from, start) === mark && text.slice(end, to) === mark)
    return { from, to, insert: words, start: from, end: from + words.length };
  return {
    from: start,
    to: end,
    insert: mark + words + mark,
    start: start + mark.length,
    end: end + mark.length,
  };
}

/** Begins each selected line with a prefix such as `- `, or removes it from all of them. */
export function togglePrefix({ text, start, end }: SelectedText, prefix: string): MarkdownEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const hasAll = lines.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) => (hasAll ? line.slice(prefix.length) : prefix + line))
    .join('\n');
  return { from, to, insert, start: from + insert.length, end: from + insert.length };
}

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/;

/** Makes a link of the selection, and selects what is still to write: its words or its address. */
export function insertLink({ text, start, end }: SelectedText): MarkdownEdit {
  const selected = text.slice(start, end);
  const [words, address] = ADDRESS.test(selected)
    ? ['words', selected]
    : [selected || 'words', '/'];
  const insert = `[${words}](${address})`;
  const at = address === selected ? start + 1 : start + words.length + 3;
  const length = address === selected ? words.length : address.length;
  return { from: start, to: end, insert, start: at, end: at + length };
}

/**
 * Inserts a picture as a paragraph of its own. Its description is still to write: the check misses
 * it.
 */
export function insertPicture({ text, start, end }: SelectedText, name: string): MarkdownEdit {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = before === '' ? '' : '\n'.repeat(2 - countLineEnds(before.slice(-2)));
  const tail = after === '' ? '\n' : '\n'.repeat(2 - countLineEnds(after.slice(0, 2)));
  const at = start + lead.length + 2;
  return { from: start, to: end, insert: `${lead}![](${name} "")${tail}`, start: at, end: at };
}

function countLineEnds(text: string): number {
  return text.replaceAll(/[^\n]/g, '').length;
}
