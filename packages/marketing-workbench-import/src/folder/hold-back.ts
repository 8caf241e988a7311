import type { ContentFinding } from 'marketing-workbench/content/content-finding';
import { formatKeptFence } from '../body/markdown-dialects.ts';
import { createEdits, parseImportedMarkdown, spanOf } from '../body/markdown-edits.ts';
import type { WaitingText } from './finish-text.ts';
import type { Spool } from './spool.ts';

/** The errors of a content folder, and the files of the texts for whose check no time was left. */
type CheckedFolder = {
  readonly errors: readonly ContentFinding[];
  readonly unchecked?: readonly string[];
};

/** Checks a content folder by the rules of publishing. */
export type CheckFolder = (folder: string) => Promise<CheckedFolder>;

/** A text that was written, and the errors that the check found in its file. */
export type FaultyText = {
  readonly text: WaitingText;
  /** The whole file, to whose lines the errors refer. */
  readonly content: string;
  readonly errors: readonly ContentFinding[];
};

/**
 * Returns the text as a draft whose notes say what the check found. The blocks with errors become
 * “unconverted” fences, which a draft may have: nothing is lost, and the rest of the site can be
 * published. The whole body becomes such a fence if an error is about the whole file, such as the
 * time it takes to compile, or if errors remain in the body after its blocks became fences.
 */
export function holdBack({ text, content, errors }: FaultyText, spool: Spool): WaitingText {
  const markdown = spool.read(text.markdown);
  const linesBefore = countFrontMatterLines(content);
  const isAboutFile = errors.some(({ line }) => line === undefined);
  const lines = errors.map(({ line = 0 }) => line - linesBefore).filter((line) => line > 0);
  const isWhole = isAboutFile || (text.heldBack !== undefined && lines.length > 0);
  const fenced = isWhole
    ? `${formatKeptFence(markdown.trimEnd())}\n`
    : fenceBlocks(markdown, lines);
  return {
    ...text,
    isUnfinished: true,
    heldBack: isWhole || lines.length === 0 ? 'body' : 'blocks',
    markdown: fenced === markdown ? text.markdown : spool.add(fenced),
    notes: [
      ...text.notes,
      ...errors.map(({ message }) => `the text is a draft, because the check found: ${message}`),
    ],
  };
}

function countFrontMatterLines(content: string): number {
  const end = content.indexOf('\n---\n', 1);
  const body = content.slice(end + '\n---\n'.length).trimStart();
  return content.slice(0, content.length - body.length).split('\n').length - 1;
}

/** Turns each block at one of the lines, counted from 1, into a fence. */
function fenceBlocks(markdown: string, lines: readonly number[]): string {
  const edits = createEdits(markdown);
  for (const block of parseImportedMarkdown(markdown).children) {
    const { start, end } = block.position ?? {};
    const isFaulty = lines.some((line) => line >= (start?.line ?? 0) && line <= (end?.line ?? 0));
    if (!isFaulty) continue;
    const span = spanOf(block);
    edits.replace(span.start, span.end, formatKeptFence(markdown.slice(span.start, span.end)));
  }
  return edits.apply();
}
