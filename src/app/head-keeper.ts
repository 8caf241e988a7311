import type { HeadTag } from '../screens/machine-head.ts';
import type { PageHeadProps } from '../screens/page-head.tsx';
import { fetchCode } from './fetch-code.ts';

/** All tags of `src/screens/machine-head.ts`, and no others. */
const MACHINE_TAGS =
  'meta[property], meta[name^="twitter:"], link[rel="alternate"], script[type="application/ld+json"]';

/**
 * Keeps the part of the head that only machines read that of the page shown. The first page's came with it, so the
 * code that makes it is fetched on the first navigation. What is returned is told of each head that is shown, and of
 * undefined where a page goes without another coming in its place.
 */
export function createHeadKeeper(origin: string): (head: PageHeadProps | undefined) => void {
  const first = readAddress();
  let isFirst = true;
  let shown: PageHeadProps | undefined;
  const fill = async (head: PageHeadProps) => {
    const { listMachineTags } = await fetchCode(() => import('../screens/machine-head.ts'));
    if (shown === head) document.head.append(...listMachineTags(head, origin).map(createElement));
  };
  return (head) => {
    isFirst &&= readAddress() === first;
    if (isFirst) return;
    shown = head;
    for (const tag of document.head.querySelectorAll(MACHINE_TAGS)) tag.remove();
    // Without a network the page goes on without them; the next one tries again.
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
