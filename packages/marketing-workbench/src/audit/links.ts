import { describeOrphan, listLinkedAddresses } from '../content/checks/site-rules.ts';
import {
  type AuditedSite,
  findInText,
  isArticle,
  isExampleHost,
  listShownTexts,
} from './audited-site.ts';
import type { RedirectEnd } from './crawl.ts';
import type { AuditedText } from './read-text.ts';
import type { AuditFinding } from './rules.ts';

/** Checks the words of links, redirects, canonical addresses, and the way to each text. */
export function checkLinkWording(site: AuditedSite): readonly AuditFinding[] {
  return [
    ...site.texts.flatMap((text) => [
      ...text.links.flatMap((link) => [
        ...checkWords(text, link),
        ...checkTarget(text, link, site),
      ]),
      ...checkAmbiguity(text, site),
    ]),
    ...checkRedirects(site),
    ...checkCanonicals(site),
    ...checkReach(site),
  ];
}

type TextLink = AuditedText['links'][number];

const VAGUE = new Set(
  (
    'click here|click|here|this|this page|this article|this post|this text|this link|this site|this website|this guide|link|' +
    'the link|page|website|article|read more|read this|read on|read it here|more|more here|more info|more information|' +
    'learn more|find out more|see more|see here|see this|go here|go|continue|continue reading|details|check it out|' +
    'check this out|hier|hier klicken|klicken sie hier|mehr|mehr erfahren|mehr lesen|weiterlesen|weiter|diese seite|' +
    'ici|cliquez ici|en savoir plus|lire la suite|plus|aquí|haga clic aquí|haz clic aquí|leer más|más|más información|' +
    'qui|clicca qui|leggi di più|hier klikken|lees meer|meer'
  ).split('|'),
);

function foldWords(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function checkWords(
  text: AuditedText,
  { href, line, text: words }: TextLink,
): readonly AuditFinding[] {
  if (words === '')
    return [findInText('anchor-empty', text, line, `the link to ${href} has no words`)];
  if (VAGUE.has(foldWords(words)))
    return [
      findInText('anchor-vague', text, line, `the words of the link to ${href} are “${words}”`),
    ];
  if (isExampleHost(href)) return [];
  if (/^(?:https?:\/\/|www\.|\/[\w-]+\/)\S*$/i.test(words))
    return [
      findInText('anchor-address', text, line, `the words of a link are the address ${words}`),
    ];
  return [];
}

/** Checks where a link leads. The check follows paths, but no whole addresses of this site. */
function checkTarget(
  text: AuditedText,
  { href, line }: TextLink,
  site: AuditedSite,
): readonly AuditFinding[] {
  const own = site.parseOwn(href, text.address);
  if (own === undefined || (URL.parse(href) === null && isReportedLink(site, text, line)))
    return [];
  const end = site.follow(own);
  if (isDeadEnd(end))
    return [
      findInText('link-missing', text, line, `the link to ${href} leads to no page of this site`),
    ];
  if (end.passed.length === 0) return [];
  return [
    findInText('link-redirected', text, line, `the link to ${href} leads on to ${end.address}`),
  ];
}

function isReportedLink(
  { errors, advice }: AuditedSite,
  { file }: AuditedText,
  line: number,
): boolean {
  return [...errors, ...advice.filter(({ auditRule }) => auditRule === 'link-redirected')].some(
    (found) => found.file === file && found.line === line,
  );
}

function isDeadEnd({ status }: RedirectEnd): boolean {
  return status >= 400 || status === -1;
}

/**
 * Finds the same words for different pages within one text. One word may name several sources, as
 * in a table.
 */
function checkAmbiguity(text: AuditedText, { parseOwn }: AuditedSite): readonly AuditFinding[] {
  const targetOf = ({ href }: TextLink) => parseOwn(href, text.address) ?? href.replace(/#.*/, '');
  const clear = text.links.filter((link) => {
    const words = foldWords(link.text);
    const isTelling = parseOwn(link.href, text.address) !== undefined || words.includes(' ');
    return isTelling && words !== '' && !VAGUE.has(words) && !/^\d+$/.test(words);
  });
  return [...Map.groupBy(clear, (link) => foldWords(link.text)).values()].flatMap((links) => {
    const [first] = links;
    const other = links.find((link) => first !== undefined && targetOf(link) !== targetOf(first));
    if (first === undefined || other === undefined) return [];
    const message = `“${other.text}” leads to ${other.href} here and to ${first.href} in line ${first.line}`;
    return [findInText('anchor-ambiguous', text, other.line, message)];
  });
}

/**
 * Checks the redirects of redirects.yaml, of aliases and of old texts; the line is found by the
 * address.
 */
function checkRedirects({
  redirects,
  texts,
  folder,
  follow,
  parseOwn,
  now,
}: AuditedSite): readonly AuditFinding[] {
  return redirects.flatMap(({ from, to, isPrefix, activeFrom }): AuditFinding[] => {
    if (to === undefined || isPrefix || activeFrom > now) return [];
    const owner = texts.find(({ keys }) => [keys.aliases].flat().includes(from));
    const place = { file: owner?.file ?? `${folder}/redirects.yaml`, address: from };
    const own = parseOwn(to, from);
    if (own === undefined) return [];
    const end = follow(from);
    const way = [...end.passed, end.address].join(' → ');
    if (end.status === -1) return [{ rule: 'redirect-loop', ...place, message: way }];
    if (isDeadEnd(end))
      return [{ rule: 'redirect-broken', ...place, message: `${way} answers ${end.status}` }];
    return end.passed.length > 1 ? [{ rule: 'redirect-chain', ...place, message: way }] : [];
  });
}

function checkCanonicals({ texts, parseOwn, follow }: AuditedSite): readonly AuditFinding[] {
  return texts.flatMap((text) => {
    const { canonical } = text.keys;
    const own = typeof canonical === 'string' ? parseOwn(canonical, text.address) : undefined;
    if (own === undefined) return [];
    const end = follow(own);
    if (end.status === 200 && end.passed.length === 0) return [];
    const message = `${canonical} ${end.passed.length > 0 && !isDeadEnd(end) ? 'redirects' : 'is not a page'}`;
    return [findInText('canonical-broken', text, 'canonical', message)];
  });
}

const DEPTH_MAX = 3;

/** Finds texts that no other text links to, and those too far from the home page. */
function checkReach(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site);
  const linked = listLinkedAddresses(site.texts, site.settings, ({ links, address }) =>
    links.flatMap(({ href }) => {
      const own = site.parseOwn(href, address);
      return own === undefined ? [] : [site.follow(own).address];
    }),
  );
  return texts.flatMap((text): AuditFinding[] => {
    const { address, record } = text;
    if (record.kind === 'legacy') return [];
    const depth = site.depths.get(address);
    const isAlone = isArticle(text) && texts.length > 1 && !linked.has(address);
    if (depth === undefined && !linked.has(address))
      return [findInText('orphan', text, 1, 'no page but the site map links to it')];
    return [
      ...(isAlone ? [findInText('orphan', text, 1, describeOrphan(address))] : []),
      ...(depth !== undefined && depth > DEPTH_MAX
        ? [findInText('deep-page', text, 1, `it is ${depth} clicks from the home page`)]
        : []),
    ];
  });
}
