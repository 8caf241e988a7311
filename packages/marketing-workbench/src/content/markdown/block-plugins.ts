import type { Element, ElementContent, Root, Text } from 'hast';
import type { VFile } from 'vfile';
import { listMessages } from '../content-finding.ts';
import {
  createElement,
  createText,
  findHeadingLevel,
  formatVisibleText,
  isBlankText,
  visitElements,
} from './elements.ts';

const TITLES: ReadonlyMap<string, string> = new Map([
  ['TIP', 'Tip'],
  ['WARNING', 'Warning'],
  ['EXAMPLE', 'Example'],
  ['NOTE', 'Note'],
  ['IMPORTANT', 'Important'],
  ['CAUTION', 'Caution'],
]);
const MARK = /^\s*\[!(?<kind>[^\]]*)\][ \t]*/;

type Callout = {
  readonly kind: string;
  readonly isMarkAlone: boolean;
  readonly content: readonly ElementContent[];
};

export function writeCallouts(tree: Root, file: VFile): void {
  const source = String(file);
  visitElements(tree, (element) => {
    if (element.tagName === 'p' && hasCalloutMark(element, source))
      file.message(MISPLACED_MARK, { place: element.position });
    const callout = element.tagName === 'blockquote' ? findCalloutContent(element) : undefined;
    if (callout === undefined) return undefined;
    for (const message of listCalloutProblems(callout))
      file.message(message, { place: element.position });
    const title = TITLES.get(callout.kind);
    if (title !== undefined) convertToCallout(element, title, callout.content);
    return undefined;
  });
}

const MISPLACED_MARK =
  'callout is not at the start of a quote; begin each of its lines with > and put an empty line before it';

/**
 * Returns whether a paragraph begins with the mark of a callout; a callout that was converted no
 * longer has it. With a backslash before it, the mark is words. In a quote it is a mark even then,
 * since rich-text editors write the backslash.
 */
function hasCalloutMark({ children: [first] }: Element, source: string): boolean {
  if (first?.type !== 'text' || source[first.position?.start.offset ?? -1] === '\\') return false;
  return TITLES.has(MARK.exec(first.value)?.groups?.kind ?? '');
}

function findCalloutContent(quote: Element): Callout | undefined {
  const [opening, ...others] = quote.children.filter((child) => !isBlankText(child));
  if (opening?.type !== 'element' || opening.tagName !== 'p') return undefined;
  const [first, second, ...more] = opening.children;
  const kind = first?.type === 'text' ? MARK.exec(first.value)?.groups?.kind : undefined;
  if (first?.type !== 'text' || kind === undefined) return undefined;
  const sameText = first.value.replace(MARK, '');
  const isBreak = second?.type === 'element' && second.tagName === 'br';
  const isMarkAlone =
    sameText.startsWith('\n') || (sameText === '' && (second === undefined || isBreak));
  const rest = [
    createTextAfterMark(first, sameText),
    ...(second === undefined || isBreak ? [] : [second]),
    ...more,
  ];
  const paragraph = rest.every(isBlankText) ? [] : [{ ...opening, children: rest }];
  return {
    kind,
    isMarkAlone,
    content: [...paragraph, ...others].flatMap((block) => [block, createText('\n')]),
  };
}

function createTextAfterMark({ position }: Text, sameText: string): ElementContent {
  const value = sameText.trimStart();
  if (position === undefined) return createText(value);
  const lines = sameText.slice(0, sameText.length - value.length).split('\n').length - 1;
  const start = { ...position.start, line: position.start.line + lines };
  return { type: 'text', value, position: { ...position, start } };
}

function listCalloutProblems({ kind, isMarkAlone, content }: Callout): readonly string[] {
  const marks = [...TITLES.keys()].map((known) => `[!${known}]`).join(', ');
  return listMessages([
    [!TITLES.has(kind), `callout [!${kind}] is not known; write one of ${marks}`],
    [!isMarkAlone, `callout [!${kind}] has words beside it; put them on the next line`],
    [content.length === 0, `callout [!${kind}] is empty; write its text on the next line, after >`],
  ]);
}

/**
 * Turns a quote into a callout with the role of a note: as landmarks, two asides would be
 * indistinguishable.
 */
function convertToCallout(
  element: Element,
  title: string,
  content: readonly ElementContent[],
): void {
  element.tagName = 'aside';
  element.properties = { className: ['callout', `callout-${title.toLowerCase()}`], role: 'note' };
  const heading = createElement('p', { className: ['callout-title'] }, [createText(title)]);
  element.children = [heading, createText('\n'), ...content];
}

const LABEL_WITHOUT_HEADING = 'Table';

/**
 * Wraps each table in a scrollable region, labelled by the heading above it; labels are unique
 * within a text.
 */
export function writeTables(tree: Root): void {
  const uses = new Map<string, number>();
  let heading = LABEL_WITHOUT_HEADING;
  visitElements(tree, (element, index, parent) => {
    if (findHeadingLevel(element) !== undefined) heading = formatVisibleText(element);
    if (element.tagName !== 'table') return undefined;
    const use = (uses.get(heading) ?? 0) + 1;
    uses.set(heading, use);
    const label = use === 1 ? heading : `${heading} (${use})`;
    const region = { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label };
    visitElements(element, alignCell);
    parent.children[index] = createElement('div', region, [element]);
    return 'skip';
  });
}

/**
 * Aligns a cell by class, as no style attribute is allowed. An empty header cell becomes an
 * ordinary cell.
 */
function alignCell(cell: Element): undefined {
  if (cell.tagName === 'th' && cell.children.every(isBlankText)) cell.tagName = 'td';
  if (cell.tagName === 'th') cell.properties.scope = 'col';
  const { align, ...properties } = cell.properties;
  if (align === undefined) return;
  cell.properties =
    align === 'left' ? properties : { ...properties, className: [`align-${align}`] };
}

const BLOCKS = new Set([
  'p',
  'ul',
  'ol',
  'pre',
  'blockquote',
  'table',
  'figure',
  'aside',
  'div',
  'hr',
]);

export function writeChecklists(tree: Root): void {
  visitElements(tree, (element) => {
    if (includesClass(element, 'contains-task-list'))
      element.properties = { ...element.properties, className: ['checklist'] };
    if (!includesClass(element, 'task-list-item')) return undefined;
    element.properties = {};
    const holder = findBoxHolder(element);
    if (holder !== undefined) holder.children = labelWords(holder.children);
    return undefined;
  });
}

function labelWords(children: readonly ElementContent[]): ElementContent[] {
  const words = children.slice(children.findIndex((child) => !isBlankText(child)));
  const end = words.findIndex((child) => child.type === 'element' && BLOCKS.has(child.tagName));
  if (end === -1) return [createElement('label', {}, words)];
  return [createElement('label', {}, words.slice(0, end)), ...words.slice(end)];
}

function findBoxHolder(item: Element): Element | undefined {
  const paragraphs = item.children.filter((child) => child.type === 'element');
  return [item, ...paragraphs].find(({ children }) =>
    children.some((child) => child.type === 'element' && child.tagName === 'input'),
  );
}

function includesClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}
