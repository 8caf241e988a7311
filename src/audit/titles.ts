import { measureArial } from './arial-widths.ts';
import {
  type AuditedSite,
  findInText,
  isArticle,
  listRepeats,
  listShownTexts,
  type ShownText,
} from './audited-site.ts';
import type { AuditedPage } from './read-page.ts';
import type { AuditFinding, RuleId } from './rules.ts';

/** Google's typeface sizes on a desktop, in pixels. */
const TITLE_FONT = 20;
const DESCRIPTION_FONT = 14;
/** One line of a result. */
const TITLE_MAX = 580;
/** Two lines, less what line breaks and the ellipsis take. */
const DESCRIPTION_MAX = 1_060;
const DESCRIPTION_MIN = 420;
const TITLE_LETTERS_MIN = 15;

/** Titles and descriptions as search results show them. */
export function checkTitles(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site);
  const shown = new Map(texts.map((text) => [text.address, text]));
  const first = [...site.pages.values()].filter(({ address, isIndexed }) => isIndexed && !/\?/.test(address));
  return [
    ...first.flatMap((page) => checkPage(page, shown.get(page.address), site)),
    ...texts.flatMap((text) => checkText(text)),
    ...listRepeatedTags(first, shown),
  ];
}

function place(page: AuditedPage, text: ShownText | undefined, rule: RuleId, message: string): AuditFinding {
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
  const own = title.endsWith(`, ${settings.name}`) ? title.slice(0, -settings.name.length - 2) : title;
  if (own === '') found.push(place(page, text, 'title-missing', 'the page has no title'));
  const width = measureArial(own, TITLE_FONT);
  if (width > TITLE_MAX)
    found.push(
      place(
        page,
        text,
        'title-cut',
        `“${shortenTitle(own)}” is ${width} px wide; results show ${TITLE_MAX} px`,
      ),
    );
  if (description === '' && text === undefined)
    found.push(place(page, text, 'description-missing', 'the page has no description'));
  const length = measureArial(description, DESCRIPTION_FONT);
  if (length > DESCRIPTION_MAX)
    found.push(
      place(
        ...([page, text, 'description-cut'] as const),
        `the description is ${length} px long; results show about ${DESCRIPTION_MAX} px`,
      ),
    );
  return found;
}

function checkText(text: ShownText): readonly AuditFinding[] {
  const { record, keys } = text;
  const own = typeof keys.metaDescription === 'string' ? keys.metaDescription.trim() : '';
  const found: AuditFinding[] = [];
  if (own === '') {
    const instead = record.kind === 'post' && keys.excerpt ? 'the excerpt' : 'the beginning of the text';
    found.push(findInText('description-missing', text, 'metaDescription', `results show ${instead} instead`));
  } else if (measureArial(own, DESCRIPTION_FONT) < DESCRIPTION_MIN) {
    const message = `“${shortenTitle(own)}” fills less than half of the room`;
    found.push(findInText('description-short', text, 'metaDescription', message));
  }
  const title = String(keys[findTitleKey(text)] ?? '').trim();
  if (isArticle(text) && title.length < TITLE_LETTERS_MIN)
    found.push(
      findInText('title-short', text, findTitleKey(text), `“${title}” has ${title.length} characters`),
    );
  return found;
}

function listRepeatedTags(
  pages: readonly AuditedPage[],
  shown: ReadonlyMap<string, ShownText>,
): readonly AuditFinding[] {
  const tags = [
    ['title-duplicate', ({ title }: AuditedPage) => title],
    ['description-duplicate', ({ description }: AuditedPage) => description],
  ] as const;
  return tags.flatMap(([rule, tagOf]) =>
    listRepeats(pages, tagOf).map(({ item, first }) => {
      const other = shown.get(first.address)?.file ?? first.address;
      return place(
        item,
        shown.get(item.address),
        rule,
        `“${shortenTitle(tagOf(item))}” is also that of ${other}`,
      );
    }),
  );
}

const SHOWN = 60;

export function shortenTitle(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).trimEnd()}…`;
}
