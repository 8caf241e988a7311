/** Paths of the files of a report if the owner names none. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['--html', 'report.html'],
  ['--csv', 'report-csv'],
]);

/** Gives `--html` and `--csv` of a report the usual path if none follows. */
export function completePlaces(args: readonly string[]): readonly string[] {
  return args.flatMap((argument, index) => {
    const place = PLACES.get(argument);
    const next = args[index + 1];
    return place !== undefined && (next === undefined || next.startsWith('--'))
      ? [argument, place]
      : argument;
  });
}
