import { expect, test } from 'vitest';
import {
  insertLink,
  insertPicture,
  type MarkdownEdit,
  type SelectedText,
  toggleMarks,
  togglePrefix,
} from './markdown-edits.ts';

/** Reads a text whose selection is between bars. */
function select(marked: string): SelectedText {
  const [before = '', words = '', after = ''] = marked.split('|');
  return { text: before + words + after, start: before.length, end: (before + words).length };
}

/** Formats the text after an edit, with its selection between bars. */
function apply({ text }: SelectedText, { from, to, insert, start, end }: MarkdownEdit): string {
  const edited = text.slice(0, from) + insert + text.slice(to);
  return `${edited.slice(0, start)}|${edited.slice(start, end)}|${edited.slice(end)}`;
}

const bold = (text: SelectedText) => toggleMarks(text, '**');
const italic = (text: SelectedText) => toggleMarks(text, '*');
const list = (text: SelectedText) => togglePrefix(text, '- ');
const picture = (text: SelectedText) => insertPicture(text, 'shop.jpg');

test.for([
  ['Some |good| bread', bold, 'Some **|good|** bread'],
  ['Some **|good|** bread', bold, 'Some |good| bread'],
  ['Some **|good|** bread', italic, 'Some ***|good|*** bread'],
  ['Some ***|good|*** bread', italic, 'Some **|good|** bread'],
  ['Some *|good|* bread', italic, 'Some |good| bread'],
  ['Some || bread', bold, 'Some **||** bread'],
  ['a\n|b\nc|\nd', list, 'a\n- b\n- c||\nd'],
  ['- |b\n- c|', list, 'b\nc||'],
  ['Read |this|.', insertLink, 'Read [this](|/|).'],
  ['Read |https://a.example/b|.', insertLink, 'Read [|words|](https://a.example/b).'],
  ['Read ||', insertLink, 'Read [words](|/|)'],
  ['||', picture, '![||](shop.jpg "")\n'],
  ['Words.||', picture, 'Words.\n\n![||](shop.jpg "")\n'],
  ['Words.\n\n||\n\nMore.', picture, 'Words.\n\n![||](shop.jpg "")\n\nMore.'],
  ['Words.\na||', picture, 'Words.\na\n\n![||](shop.jpg "")\n'],
  ['Words.\n||More.', picture, 'Words.\n\n![||](shop.jpg "")\n\nMore.'],
] as const)(
  '%j becomes Markdown with what is still to write selected',
  ([marked, edit, wanted]) => {
    const selected = select(marked);
    expect(apply(selected, edit(selected))).toBe(wanted);
  },
);
