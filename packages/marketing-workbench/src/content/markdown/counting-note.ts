import type { Nodes, Root } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import {
  type AnalyticsScript,
  type AnalyticsService,
  findAnalyticsScript,
} from '../../site/analytics.ts';
import { type Counting, DEFAULT_COUNTING, type SiteSettings } from '../../site/settings.ts';

/** A paragraph that consists of this marker becomes the note that the settings ask for. */
const MARKER = '::what-is-counted';

export type CountingSite = Pick<SiteSettings, 'domain' | 'counting' | 'analytics' | 'timeZone'>;

/**
 * Writes what the site counts of its readers, so that a privacy page says what `site.yaml` sets.
 */
export function createCountingNoteWriter(site: CountingSite) {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((block) =>
      isCountingMarker(block) ? createCountingNote(site) : [block],
    );
  };
}

function isCountingMarker(block: Nodes): boolean {
  if (block.type !== 'paragraph' || block.children.length !== 1) return false;
  const [only] = block.children;
  return only?.type === 'text' && only.value === MARKER;
}

/** Creates the note without positions, as its words are in no file. */
function createCountingNote({
  counting = DEFAULT_COUNTING,
  analytics,
  domain,
  timeZone,
}: CountingSite) {
  const words = [
    formatCountingNote(counting, timeZone),
    ...(analytics ? [formatAnalyticsNote(findAnalyticsScript(analytics, domain))] : []),
  ];
  const note = unified().use(remarkParse).parse(words.join('\n\n'));
  visit(note, (node) => {
    delete node.position;
  });
  return note.children;
}

function formatCountingNote(
  { daysKept, sources, searches, missing }: Counting,
  timeZone = 'UTC',
): string {
  const list = [
    '**Views.** One for an article that was visible for three seconds. Guides, old posts and lists are not counted.',
    sources ? SOURCES : undefined,
    searches ? SEARCHES : undefined,
    missing ? MISSING : undefined,
  ].filter((item) => item !== undefined);
  return [
    `For each day, in ${timeZone}, the server adds up:`,
    list.map((item) => `- ${item}`).join('\n'),
    ...(searches ? [] : ['Words that you search for are answered and not stored.']),
    `These numbers are deleted after ${daysKept} ${daysKept === 1 ? 'day' : 'days'}, at the next count. The total of views of an article stays.`,
    NOT_COUNTED,
  ].join('\n\n');
}

const SOURCES =
  '**Where readers come from.** If you open an article from another site, the name of that site, such as google.com, without the page. If the address of the article names a campaign (`utm_source`), such as a newsletter, that name. Otherwise only that you came directly.';
const SEARCHES =
  '**Searches.** How many results a search had, and whether somebody opened one. What was typed is stored as a checksum (a hash), and in plain words only after readers have asked for the same on three occasions: three readers, or one reader on three days. Anything that looks like an e-mail address or a telephone number is left out altogether. Who holds the numbers could check whether certain words were searched for by computing their checksum, but not read a checksum back.';
const MISSING =
  '**Addresses without a page.** The address, and the name of the site that led to it, so that broken links can be mended.';
const NOT_COUNTED =
  'Your browser’s settings *Do Not Track* and *Global Privacy Control* are respected: then nothing of this is counted. Nothing is counted without JavaScript. Visits by known robots are left out, except that the addresses without a page which they request are counted separately.';

const SERVICES: Readonly<Record<AnalyticsService, string>> = {
  plausible: 'Plausible Analytics',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  google: 'Google Analytics',
};

function formatAnalyticsNote({ service, script, receivers }: AnalyticsScript): string {
  const hosts = [...new Set([script, ...receivers].map((address) => new URL(address).host))];
  const cookies = service === 'google' ? 'It sets cookies.' : 'It is used without cookies.';
  return [
    `**Besides, ${SERVICES[service]} counts visits.** Each page loads its script from ${hosts.join(', ')}, which receives your`,
    `network address, what your browser says of itself, the address of the page and the site that led to it. ${cookies}`,
    'If your browser sends *Do Not Track* or *Global Privacy Control*, the script is not loaded.',
  ].join(' ');
}
