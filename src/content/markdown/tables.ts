import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, findHeadingLevel, isBlankText } from './elements.ts';
import { visitElements } from './visit-elements.ts';

const LABEL_WITHOUT_HEADING = 'Table';

/** Puts each table into a region that scrolls, labelled by the heading it stands under, each label once a text. */
export function writeTables(tree: Root): void {
  const uses = new Map<string, number>();
  let heading = LABEL_WITHOUT_HEADING;
  visitElements(tree, (element, index, parent) => {
    if (findHeadingLevel(element) !== undefined) heading = textOf(element);
    if (element.tagName !== 'table') return undefined;
    const use = (uses.get(heading) ?? 0) + 1;
    uses.set(heading, use);
    const label = use === 1 ? heading : `${heading} (${use})`;
    const region = { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label };
    visitElements(element, writeCell);
    parent.children[index] = createElement('div', region, [element]);
    return 'skip';
  });
}

/** Alignment by class, since a style attribute is not allowed; a header without words heads nothing. */
function writeCell(cell: Element): undefined {
  if (cell.tagName === 'th' && cell.children.every(isBlankText)) cell.tagName = 'td';
  if (cell.tagName === 'th') cell.properties.scope = 'col';
  const { align, ...properties } = cell.properties;
  if (align === undefined) return;
  cell.properties = align === 'left' ? properties : { ...properties, className: [`align-${align}`] };
}
