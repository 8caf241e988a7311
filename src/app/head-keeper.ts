import type { PageHeadProps } from '../screens/page-head.tsx';
import type { HeadTag } from '../screens/page-metadata.ts';
import { fetchCode } from './fetch-code.ts';

/** Matches all tags of `src/screens/page-metadata.ts`, and no others. */
const MACHINE_TAGS =
  'meta[property], meta[name^="twitter:"], link[rel="alternate"], script[type="application/ld+json"]';

/**
 * Updates the machine-readable tags of the head (Open Graph, feeds, JSON-LD) on navigation. The first page came with its own
 * from the server, so the code that makes them is fetched on the first navigation. Returns a function to call with each head
 * that is shown, and with undefined when a page is removed without a successor.
 */
export function createHeadKeeper(origin: string): (head: PageHeadProps | undefined) => void {
  const first = readAddress();
  let isFirst = true;
  let shown: PageHeadProps | undefined;
  const fill = async (head: PageHeadProps) => {
    const { listMachineTags } = await fetchCode(() => import('../screens/page-metadata.ts'));
    if (shown === head) document.head.append(...listMachineTags(head, origin).map(createElement));
  };
  return (head) => {
    isFirst &&= readAddress() === first;
    if (isFirst) return;
    shown = head;
    for (const tag of document.head.querySelectorAll(MACHINE_TAGS)) tag.remove();
    // Offline, the page has none of these tags; the next navigation tries again.
    if (head !== undefined) fill(head).catch(() => undefined);
  };
}

function readAddress(): string {
  return location.pathname + location.search;
}

function createElement({ name, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
