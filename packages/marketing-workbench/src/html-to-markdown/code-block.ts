import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText } from '../content/markdown/elements.ts';

/**
 * Creates a code block. The language is read from a class (`language-css`, `lang-css`, `brush:
 * css`) or an attribute.
 */
export function createCodeBlock(block: Element): Element {
  const code = block.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const sources = [block, ...(code?.type === 'element' ? [code] : [])];
  const language = sources.map(readCodeLanguage).find((name) => name !== undefined);
  const text = textOf(block).replace(/\n$/, '');
  const properties = language === undefined ? {} : { className: [`language-${language}`] };
  return createElement('pre', {}, [createElement('code', properties, [createText(`${text}\n`)])]);
}

function readCodeLanguage({ properties }: Element): string | undefined {
  const classes = [properties.className].flat().join(' ');
  const [, named, ofHighlightJs] =
    /(?:^|\s)(?:language-|lang-|brush:\s*|lang:)([\w+#.-]+)|\bhljs\s+([\w+#-]+)/i.exec(classes) ??
    [];
  const given = [
    properties.dataLanguage,
    properties.dataEnlighterLanguage,
    properties.dataLang,
    properties.lang,
  ];
  return named ?? ofHighlightJs ?? given.map(String).find(isLanguageName);
}

function isLanguageName(name: string): boolean {
  return /^[\w+#-]+$/.test(name) && name !== 'undefined';
}
