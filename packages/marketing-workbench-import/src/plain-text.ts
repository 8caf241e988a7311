import { characterEntities } from 'character-entities';

/** Tags within a word or a sentence. Any other tag separates words, such as those of two cells. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?![\w-])[^<>]*>/gi;

/** Returns the words of HTML on one line, without tags, and with characters for entities. */
export function readPlainText(html: string): string {
  return (
    html
      // 10<sup>6</sup> is not 106.
      .replace(/(?<=\d)<sup(?![\w-])[^<>]*>(?=\s*\d)/gi, ' ')
      .replace(INLINE_TAG, '')
      .replace(/<![^<>]*>/g, '')
      .replace(/<\/?[a-z][^<>]*>/gi, ' ')
      .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,32}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return characterEntities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
      })
      .replace(/\s+/g, ' ')
      .trim()
  );
}
