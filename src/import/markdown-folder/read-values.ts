/** What YAML, TOML or JSON holds, of which nothing is known. */
export type FrontMatterValues = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is FrontMatterValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

export function readRecord(value: unknown): FrontMatterValues {
  return isRecord(value) ? value : {};
}

/** A text, number or date as text; empty for anything else. */
export function formatTextValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : '';
}

/** The texts of a list, or the one text. */
export function listTextValues(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(formatTextValue).filter((text) => text !== '');
}

/** The value of a key, or of a path of keys such as `header.image`, whose names may be written in other case. */
export function findValue(values: FrontMatterValues, key: string): unknown {
  return key.split('.').reduce<unknown>((found, name) => {
    const record = readRecord(found);
    if (Object.hasOwn(record, name)) return record[name];
    const other = Object.keys(record).find((one) => one.toLowerCase() === name.toLowerCase());
    return other === undefined ? undefined : record[other];
  }, values);
}

/** The first of the keys that has a text. */
export function findFirstText(values: FrontMatterValues, ...keys: readonly string[]): string {
  return keys.map((key) => formatTextValue(findValue(values, key))).find((text) => text !== '') ?? '';
}
