import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { VFile } from 'vfile';
import type { AdviceRule } from '../advice.ts';
import { didYouMean } from '../did-you-mean.ts';
import { visitElements } from './elements.ts';
import { findGrammar, highlightCode, listLanguageNames } from './highlight-code.ts';

/** Languages whose code is shown as it is. */
const PLAIN: ReadonlySet<string> = new Set(['text', 'txt', 'plain', 'plaintext', 'csv', 'dns']);
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
  reportLanguage(language, block, file);
  const isPlain = language === undefined || PLAIN.has(language.toLowerCase());
  const grammar = isPlain ? undefined : findGrammar(language);
  const text = textOf(code);
  const isColoured = grammar !== undefined && text.length <= COLOURED_LENGTH_MAX;
  code.properties = isColoured ? { className: [`language-${grammar.id}`] } : {};
  if (isColoured) code.children = highlightCode(text, grammar.id);
  const label = isColoured ? `Code in ${grammar.name}` : 'Code';
  const isScrolled = hasColumns(text) || (isColoured && hasLongLine(text));
  block.properties = isScrolled ? { tabIndex: 0, role: 'group', ariaLabel: label } : {};
}

function reportLanguage(language: string | undefined, { position }: Element, file: VFile): void {
  if (language === UNCONVERTED)
    file.message('the import did not convert this part; rewrite it in Markdown, or remove it', {
      place: position,
      ruleId: 'unconverted' satisfies AdviceRule,
    });
  else if (language !== undefined && classifyLanguage(language) === 'drawing')
    file.message(describeDrawing(language), { place: position });
  else if (language !== undefined && classifyLanguage(language) === 'unknown')
    file.message(describeUnknownLanguage(language), {
      place: position,
      ruleId: 'codeLanguages' satisfies AdviceRule,
    });
}

/**
 * Reads the language from a class such as `language-js`; words after it, and braces, are for other
 * programs.
 */
function findCodeLanguage({ properties: { className } }: Element): string | undefined {
  return /^language-([^{]+)/.exec(Array.isArray(className) ? String(className[0]) : '')?.[1];
}

/** Says how the compiler treats code in a language, as the fence names it. */
export function classifyLanguage(name: string): 'known' | 'drawing' | 'unknown' {
  const language = name.replace(/\{.*$/, '').toLowerCase();
  if (DRAWINGS.has(language)) return 'drawing';
  const isKnown = language === '' || language === UNCONVERTED || PLAIN.has(language);
  return isKnown || findGrammar(language) !== undefined ? 'known' : 'unknown';
}

function describeDrawing(language: string): string {
  const drawing = DRAWINGS.get(language.toLowerCase());
  return `code ${language} does not become a ${drawing}; save it as an image beside the text and show that`;
}

function describeUnknownLanguage(language: string): string {
  const names = [...PLAIN, ...listLanguageNames()];
  const advice = didYouMean(
    language,
    names,
    'write a name from https://shiki.style/languages, or text',
  );
  return `code language ${language} is not known, so its code has no colours; ${advice}`;
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
