export type TagArguments = {
  readonly named: Readonly<Record<string, string>>;
  readonly values: readonly string[];
};

const ARGUMENT =
  /(?:([\w.-]{1,100})\s*[=:]\s*)?(?:"((?:[^"\\]|\\.){0,3000})"|'((?:[^'\\]|\\.){0,3000})'|`([^`]{0,3000})`|([^\s"'`=,]{1,1000}))/g;

/** Reads `key="value" 'value' value`, as shortcodes and tags have them; commas separate, too. */
export function readTagArguments(text: string): TagArguments {
  const named: Record<string, string> = {};
  const values: string[] = [];
  for (const [, key, double, single, raw, plain] of text.matchAll(ARGUMENT)) {
    const value = double?.replace(/\\(.)/g, '$1') ?? single ?? raw ?? plain ?? '';
    if (key === undefined) values.push(value);
    else named[key.toLowerCase()] = value;
  }
  return { named, values };
}

/** The first of the named arguments that is written. */
export function readArgument({ named }: TagArguments, ...keys: readonly string[]): string {
  return (
    keys.map((key) => (Object.hasOwn(named, key) ? named[key] : undefined)).find((value) => value?.trim()) ??
    ''
  );
}
