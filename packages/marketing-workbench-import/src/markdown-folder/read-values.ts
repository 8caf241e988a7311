/** The unchecked values of YAML, TOML or JSON. */
export type FrontMatterValues = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is FrontMatterValues {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

export function readRecord(value: unknown): FrontMatterValues {
  return isRecord(value) ? value : {};
}

/** Formats a text, number or date as text, and anything else as an empty text. */
export function formatTextValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : '';
}

/** Lists the texts of a list, or the single text. */
export function listTextValues(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(formatTextValue).filter((text) => text !== '');
}

/**
 * Finds the value of a key, or of a path of keys such as `header.image`. Upper and lower case are
 * not distinguished.
 */
export function findValue(values: FrontMatterValues, key: string): unknown {
  return key.split('.').reduce<unknown>((found, name) => {
    const record = readRecord(found);
    if (Object.hasOwn(record, name)) return record[name];
    const other = Object.keys(record).find((one) => one.toLowerCase() === name.toLowerCase());
    return other === undefined ? undefined : record[other];
  }, values);
}

/** Finds the text of the first key that has one. Returns an empty text if none has. */
export function findFirstText(values: FrontMatterValues, ...keys: readonly string[]): string {
  return (
    keys.map((key) => formatTextValue(findValue(values, key))).find((text) => text !== '') ?? ''
  );
}
