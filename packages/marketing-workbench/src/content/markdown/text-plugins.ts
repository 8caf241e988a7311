import GithubSlugger from 'github-slugger';
import type { Element, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { VFile } from 'vfile';
import type { AdviceRule, TextAuditRule } from '../advice.ts';
import { findHeadingLevel, INLINE, visitElements } from './elements.ts';

const TITLE_LEVEL = 1;

/** Gives each heading an id, and checks that the headings form an outline below the title. */
export function writeHeadings(tree: Root, file: VFile): void {
  const slugger = new GithubSlugger();
  // Footnotes have their ids already.
  visitElements(
    tree,
    ({ properties: { id } }) => void (typeof id === 'string' && slugger.slug(id)),
  );
  const seen = new Set<string>();
  let previousLevel = TITLE_LEVEL;
  visitElements(tree, (element) => {
    const level = findHeadingLevel(element);
    if (level === undefined || element.properties.id !== undefined) return undefined;
    const text = textOf(element).trim();
    const hasWords = /[\p{L}\p{N}]/u.test(text);
    const needed = '#'.repeat(previousLevel + 1);
    const report = (message: string, source: TextAuditRule, ruleId?: AdviceRule) =>
      file.message(message, { place: element.position, source, ruleId });
    if (!hasWords) report('heading has no words; write some or remove it', 'heading-empty');
    if (hasWords && level === TITLE_LEVEL)
      report(`heading “${text}” is a second title; begin it with ##`, 'h1-count');
    if (hasWords && level > previousLevel + 1)
      report(
        `heading “${text}” skips a level; begin it with ${needed}`,
        'heading-skipped',
        'headings',
      );
    if (hasWords && seen.has(foldHeading(text)))
      report(
        `heading “${text}” occurs twice; give it words of its own`,
        'heading-duplicate',
        'headings',
      );
    element.properties.id = slugger.slug(text);
    seen.add(foldHeading(text));
    previousLevel = level;
    return undefined;
  });
}

function foldHeading(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Marks external links, and checks how each link is written. Whether its target exists is checked
 * over the whole site.
 */
export function createLinkWriter(domain: string) {
  return (tree: Root, file: VFile): void =>
    visitElements(tree, (element) => {
      if (element.tagName !== 'a') return undefined;
      const href = String(element.properties.href ?? '');
      if (/^https?:/i.test(href)) element.properties.rel = ['noopener', 'external'];
      for (const { message, source, ruleId } of listLinkProblems(element, href, domain))
        file.message(message, { place: element.position, source, ruleId });
      return undefined;
    });
}

/**
 * A message about a link; `source` and `ruleId` are the audit rule and the rule of a `LineFinding`.
 */
type LinkMessage = {
  readonly message: string;
  readonly source?: TextAuditRule | undefined;
  readonly ruleId?: AdviceRule;
};

/** Lists the errors of a link, or advice if it has no error. */
function listLinkProblems(element: Element, href: string, domain: string): readonly LinkMessage[] {
  const isInsecure = /^http:/i.test(href);
  const source: TextAuditRule | undefined = isInsecure ? 'link-insecure' : undefined;
  const errors: readonly LinkMessage[] = [
    ...listLinkTextProblems(element, href).map((message) => ({ message })),
    ...listAddressProblems(href, domain).map((message) => ({ message, source })),
  ];
  if (errors.length > 0) return errors;
  const notEncrypted = `link to ${href} is not encrypted; write https://`;
  const ownFile = `link to ${href} names a file of this domain; save it beside the text as a download`;
  const advice: LinkMessage[] = [];
  if (isInsecure) advice.push({ message: notEncrypted, source, ruleId: 'insecureLinks' });
  if (isOwnFile(href, domain)) advice.push({ message: ownFile, ruleId: 'ownFiles' });
  return advice;
}

/**
 * Returns whether a link is the whole address of a file such as `/uploads/talk.mp3`, which another
 * server may deliver.
 */
function isOwnFile(href: string, domain: string): boolean {
  const url = URL.parse(href);
  return (
    url?.hostname === domain &&
    /\.(?!(?:html?|php|aspx?|jsp)$)[a-z][a-z0-9]{1,4}$/i.test(url.pathname)
  );
}

function listLinkTextProblems(element: Element, href: string): readonly string[] {
  const isImage = element.children.some(
    (child) => child.type === 'element' && child.tagName === 'img',
  );
  if (isImage || textOf(element).trim() !== '') return [];
  return [`link to ${href} has no text; write what it leads to`];
}

function listAddressProblems(href: string, domain: string): readonly string[] {
  if (href === '') return ['link leads nowhere; write an address'];
  if (href.startsWith('//')) return [`link to ${href} has no scheme; write https:${href}`];
  if (/^[/#]/.test(href)) return [];
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return [`link to ${href} is relative; write ${suggestAddress(href)}`];
  if (scheme === 'mailto') return [];
  if (scheme !== 'https' && scheme !== 'http')
    return [`link to ${href} is neither https: nor mailto:; write one of the two or a path`];
  return listWebAddressProblems(href, domain);
}

function suggestAddress(href: string): string {
  if (/^[^/]+@[^/]+$/.test(href)) return `mailto:${href}`;
  const isDomain = /^(?!.*\.(?:md|html?|pdf)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$)/i.test(href);
  return isDomain ? `https://${href}` : 'the whole path, such as /seo/local-seo';
}

function listWebAddressProblems(href: string, domain: string): readonly string[] {
  const url = URL.parse(href);
  if (url === null || !/^https?:\/\//i.test(href))
    return [`link to ${href} is not a valid address; write https://, a domain and a path`];
  if (url.hostname !== domain || isOwnFile(href, domain)) return [];
  return [`link to ${href} stays on this site; write ${url.pathname}${url.hash}`];
}

const LITERAL: ReadonlySet<string> = new Set(['code', 'pre']);
const OPENING_AFTER = /[\s([{/–—“‘]/;
/** Matches a short year such as ’24, which follows an apostrophe, not an opening quote. */
const SHORT_YEAR = /^\d\d\b/;

/** Replaces straight quotation marks and apostrophes with curly ones, except in code. */
export function setQuotes(tree: Root): void {
  setQuotesIn(tree, '');
}

/**
 * Sets the quotes of a node. `before` is the character before it; returns the last one of the node.
 */
function setQuotesIn(node: Nodes, before: string): string {
  if (node.type === 'text') {
    node.value = node.value.replace(/["']/g, (mark, place: number) => {
      const beside = node.value[place - 1] ?? before;
      return chooseCurlyQuote(mark, beside, node.value.slice(place + 1));
    });
    return node.value.at(-1) ?? before;
  }
  if (!('children' in node)) return before;
  if (node.type === 'element' && LITERAL.has(node.tagName)) return textOf(node).at(-1) ?? before;
  const isInline = node.type === 'element' && INLINE.has(node.tagName);
  let last = isInline ? before : '';
  for (const child of node.children) last = setQuotesIn(child, last);
  return isInline ? last : '';
}

function chooseCurlyQuote(mark: string, before: string, after: string): string {
  const isOpening = before === '' || OPENING_AFTER.test(before);
  if (mark === '"') return isOpening ? '“' : '”';
  return isOpening && !SHORT_YEAR.test(after) ? '‘' : '’';
}
