/** The condition of a query for what readers see at `:now`; `table` is the name or alias of posts or pages. */
export function whereLive(table: string): string {
  return `${table}.published_at <= :now`;
}

/** The condition for posts that nobody sees at `:now`. */
export const IS_SCHEDULED = 'published_at > :now';
