import type { ContentFinding } from '../content/content-finding.ts';
import type { Standard } from '../content/standard.ts';
import type { Redirect } from '../site/paths/redirects.ts';
import type { AuthorRecord } from '../site/records.ts';
import type { SiteSettings } from '../site/settings.ts';
import type { Crawl, ParseOwn } from './crawl.ts';
import type { AuditedPage } from './read-page.ts';
import type { AuditedText } from './read-text.ts';
import type { AuditFinding, RuleId } from './rules.ts';

/** Data that the rules read. */
export type AuditedSite = Crawl & {
  readonly settings: SiteSettings;
  /** Name of the content folder. */
  readonly folder: string;
  readonly now: number;
  /** Months after which a text should be checked again. */
  readonly monthsBetweenChecks: number;
  readonly texts: readonly AuditedText[];
  readonly redirects: readonly Redirect[];
  readonly authors: readonly AuthorRecord[];
  readonly errors: readonly ContentFinding[];
  readonly advice: readonly ContentFinding[];
  readonly standard: Standard | undefined;
  readonly parseOwn: ParseOwn;
  /** Size of a published file by its name, in bytes. */
  readonly fileSizes: ReadonlyMap<string, number>;
  /** Returns the size of a file of the content folder in bytes; undefined if there is none. */
  readonly sizeOf: (file: string) => number | undefined;
};

export type AuditRule = (site: AuditedSite) => readonly AuditFinding[];

/** A text with its page, if search engines may show it. */
export type ShownText = AuditedText & { readonly page: AuditedPage };

export function listShownTexts({ texts, pages }: AuditedSite): readonly ShownText[] {
  return texts.flatMap((text) => {
    const page = pages.get(text.address);
    return page === undefined || !page.isIndexed || text.keys.canonical !== undefined
      ? []
      : [{ ...text, page }];
  });
}

export function isArticle({ record }: Pick<AuditedText, 'record'>): boolean {
  return record.kind === 'post' || (record.kind === 'page' && record.form === 'guide');
}

/** Creates a finding about a key of the front matter, a line, or the whole text. */
export function findInText(
  rule: RuleId,
  text: AuditedText,
  line: number | string,
  message: string,
): AuditFinding {
  return {
    rule,
    message,
    file: text.file,
    address: text.address,
    line: typeof line === 'number' ? line : text.lineOf(line),
  };
}

/**
 * Returns whether a host is reserved for examples (RFC 2606, RFC 6761), so that no page can be
 * there.
 */
export function isExampleHost(href: string): boolean {
  const host = URL.parse(href)?.hostname ?? '';
  return /(?:^|\.)(?:example|invalid|test|example\.(?:com|net|org))$/.test(host);
}
