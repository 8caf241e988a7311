import type { QueryClient } from '@tanstack/react-query';

/** What the server hands over to the browser with a page. */
export type PageState = {
  readonly origin: string;
  /** ISO 8601, a day in UTC: what relative ages on the page count from. */
  readonly renderedAt: string;
  /** What the calls answered, by address. Texts that stand in the page already are left out. */
  readonly answers: Readonly<Record<string, unknown>>;
};

/**
 * The element that carries the state. As every id of the frame around a text it has a capital letter, which the id of a
 * heading of the text never has.
 */
export const PAGE_STATE_ID = 'PageState';

/** Everything a client has fetched, ready for a script element. */
export function formatPageState(client: QueryClient, page: Omit<PageState, 'answers'>): string {
  const answers: Record<string, unknown> = {};
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') answers[String(queryKey[0])] = withoutContent(state.data);
  }
  return JSON.stringify({ ...page, answers } satisfies PageState).replaceAll('<', '\\u003c');
}

/** What of a document the state is read from. */
type StatePage = {
  readonly getElementById: (id: string) => { readonly textContent: string | null } | null;
  readonly querySelectorAll: (selectors: string) => Iterable<{
    readonly innerHTML: string;
    readonly getAttribute: (name: string) => string | null;
  }>;
};

/** Reads the state of a page and fills the client with it; texts come from where they stand in the page. */
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
  return { origin: state.origin, renderedAt: state.renderedAt };
}

function withoutContent(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('content' in answer)) return answer;
  const { content, ...rest } = answer;
  return rest;
}
