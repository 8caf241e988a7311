import type { Paragraph, Root, Table } from 'mdast';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';

/** Reports tables that would lose cells, or would be shown as words. */
export function reportTables(tree: Root, file: VFile): void {
  const source = String(file.value);
  if (!source.includes('|')) return;
  const lines = source.split('\n');
  visit(tree, 'table', (table) => reportRows(table, file));
  visit(tree, 'paragraph', (paragraph) => reportParagraph(paragraph, lines, file));
}

function reportRows({ children: [head, ...rows] }: Table, file: VFile): void {
  const expected = head?.children.length ?? 0;
  for (const { children, position } of rows) {
    const found = `table row has ${formatCells(children.length)}, the head ${expected}`;
    if (children.length > expected)
      file.message(`${found}; remove the others, or write \\| for a | within a cell`, {
        place: position,
      });
    if (children.length < expected)
      file.message(`${found}; write an empty cell for each that is missing`, {
        place: position,
        ruleId: 'tables',
      });
  }
}

/** Matches a line of delimiters without the marks and spaces around it. */
const DELIMITERS = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

function isDelimiterLine(line: string): boolean {
  return DELIMITERS.test(line.replace(/^[\s>]*/, '').trimEnd());
}

const ROW = /^[\s>]*\|.*\|\s*$/;

/**
 * Reports a paragraph that looks like a table. A line of `---` below a line with another number of
 * cells does not make a table.
 */
function reportParagraph({ position }: Paragraph, lines: readonly string[], file: VFile): void {
  if (position === undefined) return;
  const own = lines.slice(position.start.line - 1, position.end.line);
  if (own.length > 1 && own.every((line) => ROW.test(line)) && !own.some(isDelimiterLine)) {
    const message = `table is shown as words; write |${'---|'.repeat(countTableCells(own[0] ?? ''))} below its head`;
    file.message(message, { place: position });
  }
  if (own.length === 1 && own.every((line) => ROW.test(line) && countTableCells(line) > 1))
    file.message('table row is shown as words; remove the empty line above it', {
      place: position,
    });
  for (let line = position.start.line; line < position.end.line; line += 1) {
    const [head = '', delimiters = ''] = [lines[line - 1], lines[line]];
    if (!head.includes('|') || !delimiters.includes('|') || !isDelimiterLine(delimiters)) continue;
    const counts = `its head has ${formatCells(countTableCells(head))} and this line ${countTableCells(delimiters)}`;
    const message = `table is shown as words, as ${counts}; write --- once for each cell of the head`;
    file.message(message, { place: { line: line + 1, column: 1 } });
  }
}

function countTableCells(row: string): number {
  const cells = row
    .trim()
    .replace(/^[\s>]*\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return cells.split(/(?<!\\)\|/).length;
}

function formatCells(count: number): string {
  return `${count} ${count === 1 ? 'cell' : 'cells'}`;
}
