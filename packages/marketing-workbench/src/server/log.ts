/**
 * Loses lines that can't be written, as on a full disk; without a listener the error would end the
 * process.
 */
export function ignoreLogFailures(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
