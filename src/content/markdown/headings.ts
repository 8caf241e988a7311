import GithubSlugger from 'github-slugger';
import type { Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { VFile } from 'vfile';
import { findHeadingLevel } from './elements.ts';
import { visitElements } from './visit-elements.ts';

/** The level of the text's title, which the page shows above the body. */
const TITLE_LEVEL = 1;

/** Gives each heading an id that links can name, and checks that headings form an outline below the title. */
export function writeHeadings(tree: Root, file: VFile): void {
  const slugger = new GithubSlugger();
  const seen = new Set<string>();
  let previousLevel = TITLE_LEVEL;
  visitElements(tree, (element) => {
    const level = findHeadingLevel(element);
    if (level === undefined || element.properties.id !== undefined) return undefined;
    const text = textOf(element).trim();
    for (const message of listHeadingProblems({ level, previousLevel, text, isSeen: seen.has(fold(text)) })) {
      file.message(message, { place: element.position });
    }
    element.properties.id = slugger.slug(text);
    seen.add(fold(text));
    previousLevel = level;
    return undefined;
  });
}

function listHeadingProblems(heading: {
  readonly level: number;
  readonly previousLevel: number;
  readonly text: string;
  readonly isSeen: boolean;
}): readonly string[] {
  const { level, previousLevel, text, isSeen } = heading;
  if (!/[\p{L}\p{N}]/u.test(text)) return ['heading has no words; write some or remove it'];
  const marks = (count: number) => '#'.repeat(count);
  return [
    ...(level === TITLE_LEVEL
      ? [`heading “${text}” is a second title; begin it with ${marks(TITLE_LEVEL + 1)}`]
      : []),
    ...(level > previousLevel + 1
      ? [`heading “${text}” skips a level; begin it with ${marks(previousLevel + 1)}`]
      : []),
    ...(isSeen ? [`heading “${text}” stands in this text twice; give it words of its own`] : []),
  ];
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
