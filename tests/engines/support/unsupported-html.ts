import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { DATA, findNode, isSupported } from './browser-data.ts';
import { listUnsupportedCss } from './unsupported-css.ts';

/**
 * What a page uses that one of the oldest supported browsers lacks, such as `<link rel="expect">`,
 * also in its styles.
 */
export function listUnsupportedHtml(html: string): readonly string[] {
  const found = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) for (const feature of listElementFeatures(node)) found.add(feature);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return [...found].toSorted();
}

function listElementFeatures({
  tagName,
  attrs,
  childNodes,
}: DefaultTreeAdapterTypes.Element): readonly string[] {
  const known = findNode(DATA.elements, tagName) ?? findNode(DATA.svgElements, tagName);
  const found = isSupported(known) ? [] : [`<${tagName}>`];
  for (const { name, value } of attrs) {
    const attribute = findNode(known, name) ?? findNode(DATA.globalAttributes, name);
    if (!isSupported(attribute)) found.push(`<${tagName} ${name}>`);
    for (const word of value.split(' '))
      if (!isSupported(findNode(attribute, word))) found.push(`<${tagName} ${name}="${word}">`);
    if (name === 'style') found.push(...listUnsupportedCss(`a{${value}}`));
  }
  const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return tagName === 'style' ? [...found, ...listUnsupportedCss(text)] : found;
}
