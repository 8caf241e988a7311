import { escapeTags } from '../../site/escape-xml.ts';
import { SVG_SPACE, type SvgAttribute, type SvgElement } from './parse-svg.ts';

/** Returns the SVG as text, with the namespaces of SVG and XLink alone. */
export function writeSvg(root: SvgElement): string {
  const hasLinks = usesXlink(root);
  const xmlns = ` xmlns="${SVG_SPACE}"${hasLinks ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''}`;
  return formatSvgElement(root, xmlns);
}

function usesXlink({ attributes, children }: SvgElement): boolean {
  return (
    attributes.some(({ name }) => name.startsWith('xlink:')) ||
    children.some((child) => typeof child !== 'string' && usesXlink(child))
  );
}

function formatSvgElement({ name, attributes, children }: SvgElement, xmlns = ''): string {
  const start = `<${name}${xmlns}${attributes.map(formatSvgAttribute).join('')}`;
  if (children.length === 0) return `${start}/>`;
  const content = children.map((child) =>
    typeof child === 'string' ? escapeTags(child) : formatSvgElement(child),
  );
  return `${start}>${content.join('')}</${name}>`;
}

function formatSvgAttribute({ name, value }: SvgAttribute): string {
  const escaped = escapeTags(value)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
  return ` ${name}="${escaped}"`;
}
