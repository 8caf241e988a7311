/**
 * The rules of house style, which `docs/writing.md` explains. What they find is advice: it stops
 * publishing only where `enforce` in `standard.yaml` says so.
 */
export const ADVICE_RULES = [
  'lengths',
  'descriptions',
  'repeats',
  'paragraphs',
  'words',
  'articleLinks',
  'phrases',
  'orphans',
  'headings',
  'captions',
  'tables',
  'insecureLinks',
  'redirectedLinks',
  'facts',
  'learningPaths',
  'unusedPictures',
  'unusedDownloads',
  'dates',
  'overdueChecks',
  'indexing',
  'colours',
  'analytics',
  'publicFiles',
  'unconverted',
  'ownFiles',
  'drawings',
  'unsafeDrawings',
  'codeLanguages',
] as const;

export type AdviceRule = (typeof ADVICE_RULES)[number];

/** The rules of the audit about texts. A finding keeps its audit rule if `enforce` makes it an error. */
export const TEXT_AUDIT_RULES = [
  'title-cut',
  'title-duplicate',
  'description-missing',
  'description-cut',
  'description-short',
  'description-duplicate',
  'h1-count',
  'heading-empty',
  'heading-skipped',
  'heading-duplicate',
  'link-insecure',
  'link-redirected',
  'dates',
  'paragraph-duplicate',
] as const;

export type TextAuditRule = (typeof TEXT_AUDIT_RULES)[number];

/**
 * Turns what the enforced rules found into errors, which have no rule. `true` enforces all rules
 * but `overdueChecks`, which time alone can break.
 */
export function enforceRules<Finding extends { readonly rule?: AdviceRule | undefined }>(
  findings: readonly Finding[],
  enforced: boolean | readonly string[] = false,
): readonly Finding[] {
  const isEnforced = (rule: AdviceRule) =>
    typeof enforced === 'boolean' ? enforced && rule !== 'overdueChecks' : enforced.includes(rule);
  return findings.map((finding) =>
    finding.rule !== undefined && isEnforced(finding.rule)
      ? { ...finding, rule: undefined }
      : finding,
  );
}
