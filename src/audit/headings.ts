import { type AuditRule, findInText } from './audited-site.ts';
import type { AuditedText } from './read-text.ts';
import type { AuditFinding } from './rules.ts';
import { shortenTitle } from './titles.ts';

/** One main heading on each page, and an outline without gaps in each text. */
export const checkHeadings: AuditRule = ({ pages, texts }) => {
  const byAddress = new Map(texts.map((text) => [text.address, text]));
  const mains = [...pages.values()].flatMap(({ address, mainHeadings }): AuditFinding[] => {
    const text = byAddress.get(address);
    const count = mainHeadings.filter((heading) => heading !== '').length;
    if (count === 1 || text?.headings.some(({ level }) => level === 1)) return [];
    const message = count === 0 ? 'the page has no main heading' : `the page has ${count} main headings`;
    return [{ rule: 'h1-count', address, file: text?.file, message }];
  });
  return [...mains, ...texts.flatMap(checkOutline)];
};

function checkOutline(text: AuditedText): readonly AuditFinding[] {
  let above = 1;
  const path: string[] = [];
  const seen = new Set<string>();
  return text.headings.flatMap(({ level, line, text: words }): AuditFinding[] => {
    const found: AuditFinding[] = [];
    if (level === 1) {
      const message = `“${shortenTitle(words)}” is a second main heading beside the title`;
      found.push(findInText('h1-count', text, line, message));
    }
    if (words === '')
      found.push(findInText('heading-empty', text, line, `a heading of level ${level} is empty`));
    if (level > above + 1) {
      const message = `“${shortenTitle(words)}” has level ${level} below level ${above}`;
      found.push(findInText('heading-skipped', text, line, message));
    }
    above = level;
    // “Example” may occur below several other headings.
    path.splice(level - 2);
    path[level - 2] = words.toLowerCase();
    const key = path.join('\n');
    if (words !== '' && seen.has(key))
      found.push(findInText('heading-duplicate', text, line, `“${shortenTitle(words)}” occurs twice`));
    seen.add(key);
    return found;
  });
}
