import type { TextAuditRule } from '../content/advice.ts';
import { type AuditedSite, listShownTexts } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

type TextFinding = AuditFinding & { readonly rule: TextAuditRule; readonly file: string };

/**
 * Lists what the check finds in texts that readers can find, whether it is advice or an enforced
 * rule.
 */
export function listTextFindings(site: AuditedSite): readonly TextFinding[] {
  const texts = new Map(site.texts.map((text) => [text.file, text]));
  const shown = new Set(listShownTexts(site).map(({ file }) => file));
  return [...site.errors, ...site.advice].flatMap(({ file, line = 1, message, auditRule }) => {
    const address = texts.get(file)?.address;
    const isHidden =
      auditRule !== undefined && /^(?:title|description)-/.test(auditRule) && !shown.has(file);
    return auditRule === undefined || address === undefined || isHidden
      ? []
      : [{ rule: auditRule, file, address, line, message }];
  });
}
