import { characterEntities } from 'character-entities';

const BLOCK_TAG = /<\/?(?:p|br|div|li|ul|ol|h[1-6]|blockquote|tr|td)\b[^<>]*>/gi;

/** The words of HTML on one line, without tags, and with entities as their characters. */
export function readPlainText(html: string): string {
  return html
    .replace(BLOCK_TAG, ' ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,32}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return characterEntities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}
