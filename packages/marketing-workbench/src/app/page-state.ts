import type { QueryClient } from '@tanstack/react-query';
import type { Site } from '../site/site.ts';

export type PageState = {
  readonly site: Site;
  readonly origin: string;
  /** A day in the time zone of the site (ISO 8601), which relative ages count from. */
  readonly renderedAt: string;
  /** Answers of the calls by address, without texts that are already in the page. */
  readonly answers: Readonly<Record<string, unknown>>;
};

/**
 * The application's ids have a capital letter, so that they never equal the id of a heading in a
 * text.
 */
export const PAGE_STATE_ID = 'PageState';

/** Everything the client has loaded, escaped for a script element. */
export function formatPageState(client: QueryClient, page: Omit<PageState, 'answers'>): string {
  const answers: Record<string, unknown> = {};
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') answers[String(queryKey[0])] = withoutContent(state.data);
  }
  return JSON.stringify({ ...page, answers } satisfies PageState).replaceAll('<', '\\u003c');
}

type StatePage = {
  readonly getElementById: (id: string) => { readonly textContent: string | null } | null;
  readonly querySelectorAll: (selectors: string) => Iterable<{
    readonly innerHTML: string;
    readonly getAttribute: (name: string) => string | null;
  }>;
};

/** Fills the client with the state of the page. Texts are read from the page's elements. */
export function restorePageState(page: StatePage, client: QueryClient): Omit<PageState, 'answers'> {
  const state: PageState = JSON.parse(page.getElementById(PAGE_STATE_ID)?.textContent ?? '{}');
  const contents = new Map(
    Array.from(page.querySelectorAll('[data-content]'), (element) => [
      element.getAttribute('data-content'),
      element.innerHTML,
    ]),
  );
  for (const [address, answer] of Object.entries(state.answers)) {
    const content = contents.get(address);
    client.setQueryData(
      [address],
      content === undefined || typeof answer !== 'object' ? answer : { ...answer, content },
    );
  }
  return { site: state.site, origin: state.origin, renderedAt: state.renderedAt };
}

function withoutContent(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('content' in answer)) return answer;
  const { content, ...rest } = answer;
  return rest;
}
