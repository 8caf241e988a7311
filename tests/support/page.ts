import type { HtmlElement } from './html.ts';
import { parseHtml } from './html.ts';
import { getElement, listElements, readElementText } from './html-search.ts';

export type ReadPage = ReturnType<typeof readPage>;

/**
 * Returns a page as rendered by the server, without scripts. Throws unless it has exactly one
 * title, `h1` and `main`.
 */
export function readPage({ body }: { readonly body: string }) {
  const root = parseHtml(body);
  const head = getElement(root, 'head');
  return {
    root,
    main: getElement(root, 'main'),
    title: readElementText(getElement(head, 'title')),
    h1: readElementText(getElement(root, 'h1')),
    description: readMeta(head, 'description'),
    robots: readMeta(head, 'robots'),
    canonical: listElements(head, 'link', { rel: 'canonical' })[0]?.attributes.href,
    structuredData: readStructuredData(root),
  };
}

/** Returns the content of the `<meta>` with that `name`, or that `property` (Open Graph). */
export function readMeta(head: HtmlElement, name: string): string | undefined {
  const [element] = [
    ...listElements(head, 'meta', { name }),
    ...listElements(head, 'meta', { property: name }),
  ];
  return element?.attributes.content;
}

/** Returns the nodes by type. */
function readStructuredData(
  root: HtmlElement,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const nodes = listElements(root, 'script', { type: 'application/ld+json' }).flatMap(
    ({ children }) => {
      const { '@context': context, '@graph': graph } = JSON.parse(String(children[0]));
      if (context !== 'https://schema.org') throw new Error(`Structured data of ${context}.`);
      return graph;
    },
  );
  return new Map(nodes.map((node) => [String(node['@type']), node]));
}
