export type NamedAttributes = Readonly<Record<string, string | undefined>>;

export type ShortcodeAttributes = {
  /** Values by name, which is in lower case. */
  readonly named: Readonly<Record<string, string>>;
  /** Values without names, in their order. */
  readonly values: readonly string[];
};

const NAME = /[\w-]+/y;
const ASSIGNMENT = /\s*=\s*/y;
/** Values must end before a space or at the end. */
const QUOTED = /(?:"([^"]*)"|'([^']*)')(?!\S)/y;
const UNQUOTED = /[^\s"']+(?!\S)/y;
const WORD = /\S+/y;
const SPACE = /\s+/y;

/**
 * Reads `width="300" align=left https://…`: values are in quotes, or have no spaces. Non-breaking
 * and zero-width spaces count as spaces, as in WordPress.
 */
export function readShortcodeAttributes(source: string): ShortcodeAttributes {
  const text = source.replace(/[\u00a0\u200b]/g, ' ').trim();
  const named: Record<string, string> = {};
  const values: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    at += match?.[0].length ?? 0;
    return match;
  };
  const takeQuoted = () => {
    const quoted = take(QUOTED);
    return quoted?.[1] ?? quoted?.[2];
  };
  while (at < text.length) {
    take(SPACE);
    const start = at;
    const name = take(NAME)?.[0];
    const isAssigned = name !== undefined && take(ASSIGNMENT) !== undefined;
    const value = isAssigned ? (takeQuoted() ?? take(UNQUOTED)?.[0]) : undefined;
    if (name !== undefined && value !== undefined) {
      named[name.toLowerCase()] = value;
      continue;
    }
    at = start;
    values.push(takeQuoted() ?? take(WORD)?.[0] ?? '');
  }
  return { named, values };
}
