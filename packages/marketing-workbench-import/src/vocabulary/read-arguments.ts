export type TagArguments = {
  readonly named: Readonly<Record<string, string>>;
  readonly values: readonly string[];
};

const ARGUMENT =
  /(?:([\w.-]{1,100})\s*[=:]\s*)?(?:"((?:[^"\\]|\\.){0,3000})"|'((?:[^'\\]|\\.){0,3000})'|`([^`]{0,3000})`|([^\s"'`=,]{1,1000}))/g;

/** Reads arguments such as `key="value" 'value' value`, which spaces or commas separate. */
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

/** Returns the first of the named arguments that is not blank; empty if there is none. */
export function readArgument({ named }: TagArguments, ...keys: readonly string[]): string {
  return (
    keys
      .map((key) => (Object.hasOwn(named, key) ? named[key] : undefined))
      .find((value) => value?.trim()) ?? ''
  );
}
