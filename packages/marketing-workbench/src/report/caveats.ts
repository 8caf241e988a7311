/** Sentences on what the numbers leave out, which each report contains. */
export const CAVEATS: readonly string[] = [
  'Readers with Do Not Track or Global Privacy Control and clients without JavaScript are not counted; robots only at dead addresses, separately.',
  'The same view of the same reader counts once a day, and a network only up to a limit, so an office may count less than it reads.',
  'A reader whom two servers of a cluster answered may count once on each.',
  'Sources with fewer than three daily visitors in the period, and words searched for fewer than three times, stay unnamed.',
  'Names beyond the limit of a day are counted together.',
];

export function describeLateness(seconds: number): string {
  return `These are the counts of all nodes, which send them about every ${seconds} s: the report is up to ${Math.ceil(seconds / 60)} min late, or longer for a node that can’t reach PostgreSQL.`;
}
