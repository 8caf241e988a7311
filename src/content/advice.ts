/**
 * The rules of house style. What they find is advice: it stops publishing only where `enforce` in `standard.yaml` says so.
 *
 * | rule | finds |
 * |---|---|
 * | `lengths` | a title, excerpt or description that is shorter or longer than lists and search results show, in characters or pixels |
 * | `descriptions` | a missing excerpt or description, which the beginning of the text replaces |
 * | `dates` | an `updatedAt` or `checkedAt` in the future; a check before the last change; a link to an article that is newer than the text |
 * | `overdueChecks` | a `checkedAt` of more than twelve months ago |
 * | `indexing` | a `canonical` of a text that search engines must not index |
 * | `repeats` | a title, seoTitle, excerpt or description that another text has too |
 * | `paragraphs` | a paragraph that another text has too, nearly word for word |
 * | `words`, `articleLinks`, `phrases` | more or less than the limits of `standard.yaml`, and its forbidden phrases |
 * | `orphans` | an article that neither another text nor the menu links to |
 * | `headings` | a heading that skips a level or occurs twice |
 * | `captions` | an image without a caption |
 * | `tables` | a row with fewer cells than the head |
 * | `insecureLinks` | a link with `http://` |
 * | `ownFiles` | a link by its whole address to a file of this domain that the content folder does not hold |
 * | `redirectedLinks` | a link to an address that the site redirects |
 * | `learningPaths` | a learning path that is very short or long |
 * | `drawings` | an SVG whose text is too small on a phone, or that has no form for a wide screen |
 * | `unsafeDrawings` | an SVG that is published without some of its parts, such as scripts |
 * | `unusedPictures` | an image that no text shows |
 * | `unusedDownloads` | a file to download that no text offers |
 * | `unconverted` | a part of a draft that the import could not convert; in any other text it is an error |
 * | `analytics` | a service that sets cookies and needs the consent of readers |
 * | `publicFiles` | an `ads.txt` or `security.txt` that its readers can’t use |
 * | `colours` | a colour of `site.yaml` that the site shows differently, for enough contrast |
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
] as const;

export type AdviceRule = (typeof ADVICE_RULES)[number];

/** What exactly a rule found, for the audit, which weighs these. An error keeps it, so an enforced rule does too. */
export const TEXT_FAULTS = [
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

export type TextFault = (typeof TEXT_FAULTS)[number];

/** What enforced rules find are errors, which have no rule. `true` leaves out the rule that time alone can break. */
export function enforceRules<Finding extends { readonly rule?: AdviceRule | undefined }>(
  findings: readonly Finding[],
  enforced: boolean | readonly string[] = false,
): readonly Finding[] {
  const isEnforced = (rule: AdviceRule) =>
    typeof enforced === 'boolean' ? enforced && rule !== 'overdueChecks' : enforced.includes(rule);
  return findings.map((finding) =>
    finding.rule !== undefined && isEnforced(finding.rule) ? { ...finding, rule: undefined } : finding,
  );
}
