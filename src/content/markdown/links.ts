import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { VFile } from 'vfile';
import { SITE } from '../../site/site-info.ts';
import { visitElements } from './visit-elements.ts';

/** Marks links that leave the site, and checks how each is written; where a path leads is checked over the whole site. */
export function writeLinks(tree: Root, file: VFile): void {
  visitElements(tree, (element) => {
    if (element.tagName !== 'a') return undefined;
    const href = String(element.properties.href ?? '');
    const isExternal = href.startsWith('https:');
    if (isExternal) element.properties.rel = ['noopener', 'external'];
    for (const message of [...listTextProblems(element, href), ...listAddressProblems(href)]) {
      file.message(message, { place: element.position });
    }
    return undefined;
  });
}

function listTextProblems(element: Element, href: string): readonly string[] {
  const isImage = element.children.some((child) => child.type === 'element' && child.tagName === 'img');
  if (isImage || textOf(element).trim() !== '') return [];
  return [`link to ${href} has no text; write what it leads to`];
}

function listAddressProblems(href: string): readonly string[] {
  if (href === '') return ['link leads nowhere; write an address'];
  if (href.startsWith('//')) return [`link to ${href} has no scheme; write https:${href}`];
  if (/^[/#]/.test(href)) return [];
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return [`link to ${href} is relative; write the whole path, such as /seo/local-seo`];
  if (scheme === 'mailto') return [];
  if (scheme === 'http') return [`link to ${href} is not encrypted; write https://`];
  if (scheme !== 'https')
    return [`link to ${href} is neither https: nor mailto:; write one of the two or a path`];
  return listWebAddressProblems(href);
}

function listWebAddressProblems(href: string): readonly string[] {
  const url = URL.parse(href);
  if (url === null || !href.startsWith('https://'))
    return [`link to ${href} is no address; write https://, a domain and a path`];
  if (url.hostname !== SITE.domain) return [];
  return [`link to ${href} stays on this site; write ${url.pathname}${url.hash}`];
}
