/** What the site counts of its readers, by UTC day. */
export type Counting = {
  /** Days before the last one with counts. */
  readonly daysKept: number;
  /** Different names of a kind, such as addresses without a page; further ones are counted together. */
  readonly rowsPerDay: number;
};

export const DEFAULT_COUNTING: Counting = { daysKept: 400, rowsPerDay: 1_000 };
