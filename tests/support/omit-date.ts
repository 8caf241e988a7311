/** Returns the headers of an answer without the one that changes each second. */
export function omitDate({ date: _, ...headers }: Readonly<Record<string, unknown>>) {
  return headers;
}
