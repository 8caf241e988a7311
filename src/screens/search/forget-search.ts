import type { QueryClient } from '@tanstack/react-query';
import { calls } from '../../site/addresses.ts';

/** Drops all that is known of a search, and nothing of a search whose text only begins like it. */
export function forgetSearch(client: QueryClient, text: string): void {
  const address = calls.search(text);
  const whole = [address, calls.searchSummary(text)];
  client.removeQueries({
    predicate: ({ queryKey: [key] }) => whole.includes(String(key)) || String(key).startsWith(`${address}&`),
  });
}
