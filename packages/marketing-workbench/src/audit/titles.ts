import { describeCutDescription, describeCutTitle } from '../content/checks/search-results.ts';
import { listRepeats } from '../content/checks/site-rules.ts';
import {
  type AuditedSite,
  findInText,
  isArticle,
  listShownTexts,
  type ShownText,
} from './audited-site.ts';
import type { AuditedPage } from './read-page.ts';
import type { AuditFinding, RuleId } from './rules.ts';
import { listTextFindings } from './text-findings.ts';

const TITLE_LETTERS_MIN = 15;

/**
 * Checks the titles and descriptions of the pages as they are sent, beyond what the check finds in
 * texts.
 */
export function checkTitles(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site);
  const shown = new Map(texts.map((text) => [text.address, text]));
  const first = [...site.pages.values()].filter(
    ({ address, isIndexed }) => isIndexed && !/\?/.test(address),
  );
  const known = new Set(listTextFindings(site).map(({ rule, address }) => `${rule} ${address}`));
  const isKnown = (rule: RuleId, { address }: AuditedPage) => known.has(`${rule} ${address}`);
  return [
    ...first
      .flatMap((page) => checkPage(page, shown.get(page.address), site))
      .filter(({ rule, address }) => !known.has(`${rule} ${address}`)),
    ...texts.filter(isArticle).flatMap(checkShortTitle),
    ...listRepeatedTags(first, shown, isKnown),
  ];
}

function createPageFinding(
  page: AuditedPage,
  text: ShownText | undefined,
  rule: RuleId,
  message: string,
): AuditFinding {
  const key = rule.startsWith('title') ? findTitleKey(text) : 'metaDescription';
  return text === undefined
    ? { rule, address: page.address, message }
    : findInText(rule, text, key in text.keys ? key : 'title', message);
}

function findTitleKey(text: ShownText | undefined): string {
  return text?.keys.seoTitle === undefined ? 'title' : 'seoTitle';
}

function checkPage(
  page: AuditedPage,
  text: ShownText | undefined,
  { settings }: AuditedSite,
): readonly AuditFinding[] {
  const { title, description } = page;
  const found: AuditFinding[] = [];
  // Nothing is lost if only the name of the site is cut off.
  const own = title.endsWith(`, ${settings.name}`)
    ? title.slice(0, -settings.name.length - 2)
    : title;
  if (own === '')
    found.push(createPageFinding(page, text, 'title-missing', 'the page has no title'));
  const cutTitle = describeCutTitle(own);
  if (cutTitle !== undefined)
    found.push(
      createPageFinding(
        page,
        text,
        cutTitle.auditRule,
        `“${shortenTitle(own)}” ${cutTitle.message}`,
      ),
    );
  if (description === '' && text === undefined)
    found.push(createPageFinding(page, text, 'description-missing', 'the page has no description'));
  const cutDescription = describeCutDescription(description);
  if (cutDescription !== undefined)
    found.push(
      createPageFinding(
        page,
        text,
        cutDescription.auditRule,
        `the description ${cutDescription.message}`,
      ),
    );
  return found;
}

function checkShortTitle(text: ShownText): readonly AuditFinding[] {
  const key = findTitleKey(text);
  const title = String(text.keys[key] ?? '').trim();
  if (title.length >= TITLE_LETTERS_MIN) return [];
  return [findInText('title-short', text, key, `“${title}” has ${title.length} characters`)];
}

function listRepeatedTags(
  pages: readonly AuditedPage[],
  shown: ReadonlyMap<string, ShownText>,
  isKnown: (rule: RuleId, page: AuditedPage) => boolean,
): readonly AuditFinding[] {
  const tags = [
    ['title-duplicate', ({ title }: AuditedPage) => title],
    ['description-duplicate', ({ description }: AuditedPage) => description],
  ] as const;
  return tags.flatMap(([rule, tagOf]) =>
    listRepeats(pages, (page) => tagOf(page).toLowerCase() || undefined)
      .filter(({ item, first }) => !isKnown(rule, item) && !isKnown(rule, first))
      .map(({ item, first }) => {
        const other = shown.get(first.address)?.file ?? first.address;
        const message = `“${shortenTitle(tagOf(item))}” is also used by ${other}`;
        return createPageFinding(item, shown.get(item.address), rule, message);
      }),
  );
}

const SHOWN = 60;

export function shortenTitle(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).trimEnd()}…`;
}
