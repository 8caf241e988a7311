import type { Element } from 'hast';
import type { Handle } from 'hast-util-to-mdast';

const writeReference: Handle = (state, element) => {
  const [link] = element.children;
  return link?.type === 'element' && link.properties.dataFootnoteRef !== undefined
    ? { type: 'footnoteReference', identifier: readNoteName(link.properties.href) }
    : state.all(element);
};

const writeNotes: Handle = (state, element) =>
  element.properties.dataFootnotes === undefined
    ? state.all(element)
    : listNoteItems(element).map((note) => ({
        type: 'footnoteDefinition',
        identifier: readNoteName(`#${note.properties.id}`),
        children: state.toFlow(state.all(note)),
      }));

/** Handlers of `rehype-remark` that turn footnotes in the HTML of GitHub into those of Markdown. */
export const FOOTNOTE_HANDLERS = { sup: writeReference, section: writeNotes };

function readNoteName(address: unknown): string {
  return String(address).replace(/^.*#fn-/, '');
}

function listNoteItems({ children }: Element): readonly Element[] {
  const elements = children.filter((child) => child.type === 'element');
  return elements.flatMap((element) =>
    element.tagName === 'li' ? [element] : listNoteItems(element),
  );
}
