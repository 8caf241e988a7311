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
  if (isMarked({ text, start, end }, mark))
    return { from, to, insert: words, start: from, end: from + words.length };
  return {
    from: start,
    to: end,
    insert: mark + words + mark,
    start: start + mark.length,
    end: end + mark.length,
  };
}

/** Returns whether the words stand in these marks: those of bold words are not those of italics. */
function isMarked({ text, start, end }: SelectedText, mark: string): boolean {
  const [, before = ''] = /(\**)$/.exec(text.slice(0, start)) ?? [];
  const [after = ''] = /^\**/.exec(text.slice(end)) ?? [];
  const count = Math.min(before.length, after.length);
  const both = '***'.length;
  return count === mark.length || count === both;
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
  const lead = before === '' ? '' : '\n'.repeat(2 - countLineEnds(/\n{0,2}$/.exec(before)));
  const tail = after === '' ? '\n' : '\n'.repeat(2 - countLineEnds(/^\n{0,2}/.exec(after)));
  const at = start + lead.length + 2;
  return { from: start, to: end, insert: `${lead}![](${name} "")${tail}`, start: at, end: at };
}

function countLineEnds(found: RegExpExecArray | null): number {
  return found?.[0].length ?? 0;
}
