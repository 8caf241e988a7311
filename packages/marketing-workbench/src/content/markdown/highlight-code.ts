import { createRequire } from 'node:module';
import type { ElementContent } from 'hast';
import type { HighlighterCore } from 'shiki/core';
import { createElement, createText } from './elements.ts';

const THEME = 'kinds';
/** Kinds of tokens by the theme's variables; all others have the colour of the text. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['var(--token-keyword)', 'code-keyword'],
  ['var(--token-string)', 'code-string'],
  ['var(--token-string-expression)', 'code-string'],
  ['var(--token-comment)', 'code-comment'],
  ['var(--token-constant)', 'code-constant'],
  ['var(--token-function)', 'code-function'],
  ['var(--token-inserted)', 'code-inserted'],
  ['var(--token-deleted)', 'code-deleted'],
]);

/** Loads the highlighter and its grammars on first use: most texts have no code. */
const require = createRequire(import.meta.url);
let idle: HighlighterCore | undefined;

/** The grammar of a language: its id, and the name of the language. */
export type Grammar = { readonly id: string; readonly name: string };

/** Names of languages that people use and Shiki does not know, with the ids of grammars. */
const EXTRA_ALIASES = { htaccess: 'apache', svg: 'xml' };
let grammars: ReadonlyMap<string, Grammar> | undefined;

/** Finds the grammar of a language by one of the names that a fence may give it, in any case. */
export function findGrammar(name: string): Grammar | undefined {
  return readGrammars().get(name.toLowerCase());
}

/** Lists all names of the languages that code can be coloured in. */
export function listLanguageNames(): readonly string[] {
  return [...readGrammars().keys()];
}

function readGrammars(): ReadonlyMap<string, Grammar> {
  if (grammars !== undefined) return grammars;
  const { bundledLanguagesInfo }: typeof import('shiki/langs') = require('shiki/langs');
  const known = new Map(
    bundledLanguagesInfo.flatMap(({ id, name, aliases = [] }) =>
      [id, ...aliases].map((one) => [one, { id, name }] as const),
    ),
  );
  const others = Object.entries(EXTRA_ALIASES).flatMap(([name, id]) => {
    const grammar = known.get(id);
    return grammar === undefined ? [] : [[name, grammar] as const];
  });
  grammars = new Map([...known, ...others]);
  return grammars;
}

/** Colours code by the grammar with this id: each token of a known kind has its class. */
export function highlightCode(code: string, grammar: string): ElementContent[] {
  const highlighter = idle ?? createHighlighter();
  // A run that the time limit stops leaves a highlighter in an unknown state, so it is not used
  // again.
  idle = undefined;
  if (!highlighter.getLoadedLanguages().includes(grammar))
    highlighter.loadLanguageSync(require(`shiki/langs/${grammar}.mjs`).default);
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: THEME,
    tokenizeTimeLimit: 0,
  });
  idle = highlighter;
  return lines.flatMap((tokens, index) => [
    ...(index === 0 ? [] : [createText('\n')]),
    ...tokens.map(({ content, color = '' }) => createToken(content, CLASSES.get(color))),
  ]);
}

function createHighlighter(): HighlighterCore {
  const { createCssVariablesTheme, createHighlighterCoreSync }: typeof import('shiki/core') =
    require('shiki/core');
  const { createJavaScriptRegexEngine }: typeof import('shiki/engine/javascript') =
    require('shiki/engine/javascript');
  const theme = createCssVariablesTheme({ name: THEME, variablePrefix: '--', fontStyle: false });
  return createHighlighterCoreSync({
    themes: [theme],
    langs: [],
    // It would warn of several instances, which stopped runs leave.
    warnings: false,
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

function createToken(content: string, className: string | undefined): ElementContent {
  const text = createText(content);
  return className === undefined ? text : createElement('span', { className: [className] }, [text]);
}
