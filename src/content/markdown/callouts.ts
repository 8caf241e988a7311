import type { Element, ElementContent, Root, Text } from 'hast';
import type { VFile } from 'vfile';
import { createElement, createText, isBlankText } from './elements.ts';
import { visitElements } from './visit-elements.ts';

const TITLES: ReadonlyMap<string, string> = new Map([
  ['TIP', 'Tip'],
  ['WARNING', 'Warning'],
  ['EXAMPLE', 'Example'],
  ['NOTE', 'Note'],
]);
const MARK = /^\s*\[!(?<kind>[^\]]*)\][ \t]*/;

/** A blockquote's mark, and what stands in the blockquote without it. */
type Callout = {
  readonly kind: string;
  readonly isMarkAlone: boolean;
  readonly content: readonly ElementContent[];
};

/** Makes a callout of each blockquote whose first line is a mark such as `[!TIP]`. */
export function writeCallouts(tree: Root, file: VFile): void {
  visitElements(tree, (element) => {
    const callout = element.tagName === 'blockquote' ? findCallout(element) : undefined;
    if (callout === undefined) return undefined;
    for (const message of listCalloutProblems(callout)) file.message(message, { place: element.position });
    const title = TITLES.get(callout.kind);
    if (title !== undefined) writeCallout(element, title, callout.content);
    return undefined;
  });
}

function findCallout(quote: Element): Callout | undefined {
  const [opening, ...others] = quote.children.filter((child) => !isBlankText(child));
  if (opening?.type !== 'element' || opening.tagName !== 'p') return undefined;
  const [first, second, ...more] = opening.children;
  const kind = first?.type === 'text' ? MARK.exec(first.value)?.groups?.kind : undefined;
  if (first?.type !== 'text' || kind === undefined) return undefined;
  const sameText = first.value.replace(MARK, '');
  const isBreak = second?.type === 'element' && second.tagName === 'br';
  const isMarkAlone = sameText.startsWith('\n') || (sameText === '' && (second === undefined || isBreak));
  const rest = [createRest(first, sameText), ...(second === undefined || isBreak ? [] : [second]), ...more];
  const paragraph = rest.every(isBlankText) ? [] : [{ ...opening, children: rest }];
  return {
    kind,
    isMarkAlone,
    content: [...paragraph, ...others].flatMap((block) => [block, createText('\n')]),
  };
}

/** What follows the mark in its text, which says on which line it stands. */
function createRest({ position }: Text, sameText: string): ElementContent {
  const value = sameText.trimStart();
  if (position === undefined) return createText(value);
  const lines = sameText.slice(0, sameText.length - value.length).split('\n').length - 1;
  const start = { ...position.start, line: position.start.line + lines };
  return { type: 'text', value, position: { ...position, start } };
}

function listCalloutProblems({ kind, isMarkAlone, content }: Callout): readonly string[] {
  const marks = [...TITLES.keys()].map((known) => `[!${known}]`).join(', ');
  return [
    ...(TITLES.has(kind) ? [] : [`callout [!${kind}] is not known; write one of ${marks}`]),
    ...(isMarkAlone ? [] : [`callout [!${kind}] has words beside it; put them on the next line`]),
    ...(content.length > 0 ? [] : [`callout [!${kind}] is empty; write its text on the next line, after >`]),
  ];
}

/** A note, not a landmark: two asides in a `main` could not be told apart in a list of landmarks. */
function writeCallout(element: Element, title: string, content: readonly ElementContent[]): void {
  element.tagName = 'aside';
  element.properties = { className: ['callout', `callout-${title.toLowerCase()}`], role: 'note' };
  const heading = createElement('p', { className: ['callout-title'] }, [createText(title)]);
  element.children = [heading, createText('\n'), ...content];
}
