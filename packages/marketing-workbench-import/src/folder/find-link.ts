import path from 'node:path';
import { decodePercent, pages } from 'marketing-workbench/site/addresses';
import { normaliseRedirectPath } from 'marketing-workbench/site/paths/redirects';
import type { ImportSource, SourceArchive, SourceFile } from '../source.ts';
import { createAsciiSlug } from './ascii-slug.ts';
import type { PlacedText, PlacedTexts } from './place-texts.ts';

/** The target of a link of the old site. */
export type LinkTarget =
  /** A text of the old site; `anchor` is an id in it. */
  | {
      readonly kind: 'text';
      readonly text: PlacedText;
      readonly anchor: string;
      readonly href: string;
      /** True if only the slug of the text matches the address. */
      readonly isGuessed?: boolean;
    }
  | { readonly kind: 'archive'; readonly archive: SourceArchive; readonly href: string }
  /** Any other address of the new site, or an address of another site. */
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'file'; readonly file: SourceFile; readonly address: string }
  /** A file whose content is missing. */
  | { readonly kind: 'missingFile'; readonly address: string }
  /** An address of the old site that no text has. */
  | { readonly kind: 'lost'; readonly address: string }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** Placeholder for the origin of a site whose export does not name it. */
export const UNKNOWN_ORIGIN = 'https://site.invalid';

export type FindLinkTarget = (href: string, from: PlacedText) => LinkTarget;

export function createLinkFinder(source: ImportSource, places: PlacedTexts): FindLinkTarget {
  const [origin = UNKNOWN_ORIGIN] = source.site.origins;
  const hosts = new Set(source.site.origins.map((one) => withoutWww(URL.parse(one)?.host)));
  const { redirects, archives } = createAddressLookups(source);
  const bySlug = createSlugFinder(places, source.site.language);
  const findOwn = (url: URL, from: PlacedText): LinkTarget => {
    const address = url.pathname + url.search;
    const text = places.findText(address) ?? places.findText(url.pathname);
    const anchor = decodePercent(url.hash.slice(1));
    if (text !== undefined) return { kind: 'text', text, anchor, href: address + url.hash };
    const archive = archives.get(normaliseRedirectPath(address, undefined));
    if (archive !== undefined) return { kind: 'archive', archive, href: address };
    if (url.pathname === '/' && url.search === '')
      return { kind: 'address', address: pages.home() };
    const guessed = url.search === '' ? bySlug(url) : undefined;
    if (guessed !== undefined)
      return { kind: 'text', text: guessed, anchor, href: address, isGuessed: true };
    return isFileAddress(url) ? findFile(url, from) : { kind: 'lost', address };
  };
  const findFile = (url: URL, from: PlacedText): LinkTarget => {
    const file = source.findFile(url.href, from.outline.id);
    const address = url.href;
    return file === undefined ? { kind: 'missingFile', address } : { kind: 'file', file, address };
  };
  const find = (href: string, from: PlacedText, redirected: boolean): LinkTarget => {
    const written = source.resolveLink?.(href, from.outline.id) ?? href;
    const base = URL.parse(from.outline.addresses[0] ?? '/', `${origin}/`) ?? undefined;
    const url = URL.parse(written, base);
    if (url === null || !/^https?:$/.test(url.protocol))
      return { kind: 'unsupported', reason: 'is not a web address' };
    if (!hosts.has(withoutWww(url.host)) && url.origin !== UNKNOWN_ORIGIN)
      return { kind: 'address', address: url.href };
    const to = redirects.get(normaliseRedirectPath(url.pathname + url.search, undefined));
    const found = findOwn(url, from);
    return found.kind === 'lost' && to !== undefined && !redirected ? find(to, from, true) : found;
  };
  return (href, from) => {
    const address = href.trim();
    if (/^mailto:[^\s]*@/i.test(address)) return { kind: 'address', address };
    if (/^#!?$/.test(address) || address === '')
      return { kind: 'unsupported', reason: 'leads nowhere' };
    if (address.startsWith('#'))
      return { kind: 'text', text: from, anchor: decodePercent(address.slice(1)), href: address };
    return find(address, from, false);
  };
}

function createAddressLookups({ redirects, archives }: ImportSource) {
  const format = (address: string) => normaliseRedirectPath(address, undefined);
  return {
    redirects: new Map(redirects.map(({ from, to }) => [format(from), to])),
    archives: new Map(archives.map((archive) => [format(archive.address), archive])),
  };
}

/**
 * Finds a text by the slug of an outdated address, such as one with another date, as WordPress
 * does.
 */
function createSlugFinder(
  { texts }: PlacedTexts,
  language: string,
): (url: URL) => PlacedText | undefined {
  const bySlug = Map.groupBy(texts, ({ outline }) => createAsciiSlug(outline.slug, language));
  return ({ pathname }) => {
    const slug = createAsciiSlug(
      pathname
        .replace(/\/+$/, '')
        .replace(/^.*\//, '')
        .replace(/\.(?:html?|php)$/, ''),
      language,
    );
    const [text, ...others] = slug.includes('-') ? (bySlug.get(slug) ?? []) : [];
    return others.length === 0 ? text : undefined;
  };
}

function withoutWww(host: string | undefined): string {
  return (host ?? '').replace(/^www\./, '');
}

const PAGE_EXTENSIONS = /^\.(?:html?|php\d?|aspx?|jsp|cgi|md|markdown)$/i;

function isFileAddress({ pathname }: URL): boolean {
  const extension = path.extname(pathname);
  return /^\.[a-z][a-z0-9]{1,4}$/i.test(extension) && !PAGE_EXTENSIONS.test(extension);
}
