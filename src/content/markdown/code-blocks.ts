import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { VFile } from 'vfile';
import { didYouMean } from '../did-you-mean.ts';
import { visitElements } from './elements.ts';
import { highlightCode } from './highlight-code.ts';

/** Names that a fence may give a language; the first is the name of its grammar. */
const LANGUAGES = [
  ['apache', 'htaccess'],
  ['bash', 'sh', 'shell'],
  ['css'],
  ['diff'],
  ['html'],
  ['http'],
  ['javascript', 'js'],
  ['json'],
  ['jsx'],
  ['liquid'],
  ['markdown', 'md'],
  ['nginx'],
  ['php'],
  ['python', 'py'],
  ['scss'],
  ['sql'],
  ['tsx'],
  ['typescript', 'ts'],
  ['xml', 'svg'],
  ['yaml', 'yml'],
  ['text', 'txt', 'csv', 'dns'],
];
const GRAMMARS = new Map(
  LANGUAGES.flatMap((names) => names.map((name) => [name, names[0]] as const)),
);
const PLAIN = 'text';
/** Language of fences in which the import keeps what Markdown can't say. */
export const UNCONVERTED = 'unconverted';
const DRAWINGS = new Map([
  ['mermaid', 'diagram'],
  ['math', 'formula'],
  ['geojson', 'map'],
  ['topojson', 'map'],
  ['stl', 'model'],
]);

/**
 * Colours code whose language is known. Code with columns or long lines is focusable, so that a
 * keyboard can scroll it.
 */
export function writeCodeBlocks(tree: Root, file: VFile): void {
  visitElements(tree, (element) => {
    if (element.tagName === 'code') element.properties = {};
    if (element.tagName !== 'pre') return undefined;
    for (const code of element.children)
      if (code.type === 'element') writeCodeBlock(element, code, file);
    return 'skip';
  });
}

/** Length in characters; longer code is not coloured, because some grammars take quadratic time. */
const COLOURED_LENGTH_MAX = 20_000;

function writeCodeBlock(block: Element, code: Element, file: VFile): void {
  const language = findCodeLanguage(code);
  const grammar = language === undefined ? PLAIN : GRAMMARS.get(language.toLowerCase());
  if (language === UNCONVERTED)
    file.message('the import did not convert this part; rewrite it in Markdown, or remove it', {
      place: block.position,
      ruleId: 'unconverted',
    });
  else if (language !== undefined && grammar === undefined)
    file.message(describeUnknownLanguage(language), { place: block.position });
  const text = textOf(code);
  const isColoured =
    grammar !== undefined && grammar !== PLAIN && text.length <= COLOURED_LENGTH_MAX;
  code.properties = isColoured ? { className: [`language-${grammar}`] } : {};
  if (isColoured) code.children = highlightCode(text, grammar);
  const label = isColoured ? `Code in ${grammar}` : 'Code';
  const isScrolled = hasColumns(text) || (isColoured && hasLongLine(text));
  block.properties = isScrolled ? { tabIndex: 0, role: 'group', ariaLabel: label } : {};
}

/**
 * Reads the language from a class such as `language-js`; words after it, and braces, are for other
 * programs.
 */
function findCodeLanguage({ properties: { className } }: Element): string | undefined {
  return /^language-([^{]+)/.exec(Array.isArray(className) ? String(className[0]) : '')?.[1];
}

/** Says how the compiler treats code in a language, as the fence names it. */
export function describeLanguage(name: string): 'known' | 'drawing' | 'unknown' {
  const language = name.replace(/\{.*$/, '').toLowerCase();
  if (GRAMMARS.has(language) || language === '' || language === UNCONVERTED) return 'known';
  return DRAWINGS.has(language) ? 'drawing' : 'unknown';
}

function describeUnknownLanguage(language: string): string {
  const drawing = DRAWINGS.get(language.toLowerCase());
  if (drawing !== undefined)
    return `code ${language} does not become a ${drawing}; save it as an image beside the text and show that`;
  const known = LANGUAGES.map((names) => names.join(' or ')).join(', ');
  const advice = didYouMean(language, GRAMMARS.keys(), `write one of ${known}, or none`);
  return `code language ${language} is not known; ${advice}`;
}

const COLUMN_GAP = /\S {2,}\S/;

function hasColumns(code: string): boolean {
  return code.split('\n').filter((line) => COLUMN_GAP.test(line)).length > 1;
}

/** Characters of code that fit into a line on the narrowest phone. */
const SHORT_LINE_MAX = 30;

function hasLongLine(code: string): boolean {
  return code.split('\n').some((line) => line.length > SHORT_LINE_MAX);
}
