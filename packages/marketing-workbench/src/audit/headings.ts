import type { AuditRule } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

/**
 * Checks that each page has one main heading. A second one that a text writes itself is a finding
 * in the text.
 */
export const checkMainHeadings: AuditRule = ({ pages, texts }) => {
  const byAddress = new Map(texts.map((text) => [text.address, text]));
  return [...pages.values()].flatMap(({ address, mainHeadings }): AuditFinding[] => {
    const text = byAddress.get(address);
    const count = mainHeadings.filter((heading) => heading !== '').length;
    if (count === 1 || text?.headings.some(({ level }) => level === 1)) return [];
    const message =
      count === 0 ? 'the page has no main heading' : `the page has ${count} main headings`;
    return [{ rule: 'h1-count', address, file: text?.file, message }];
  });
};
