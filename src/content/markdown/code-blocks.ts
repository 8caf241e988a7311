import type { Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visitElements } from './visit-elements.ts';

const COLUMN_GAP = /\S {2,}\S/;

/**
 * A code block with columns keeps its lines whole, and a keyboard can scroll it; in any other the lines of a wording or
 * a snippet turn at the page's edge. The language of the code shows nowhere.
 */
export function writeCodeBlocks(tree: Root): void {
  visitElements(tree, (element) => {
    if (element.tagName === 'pre') element.properties = hasColumns(textOf(element)) ? { tabIndex: 0 } : {};
    if (element.tagName === 'code') element.properties = {};
    return undefined;
  });
}

/** Whether the words of two lines stand in columns. */
function hasColumns(code: string): boolean {
  return code.split('\n').filter((line) => COLUMN_GAP.test(line)).length > 1;
}
