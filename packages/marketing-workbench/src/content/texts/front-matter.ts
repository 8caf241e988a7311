import { stringify } from 'yaml';
import { parseYaml, type YamlSource } from '../yaml.ts';

const FENCE = '---';
const MISSING = `has no front matter; begin it with a line ${FENCE}, the keys, and another line ${FENCE}`;
const NOT_CLOSED = `the front matter is not closed; write a line ${FENCE} here, below the last key`;

/** Matches a key, an item, a comment, or more of a value. */
const YAML_LINE = /^(?:[\w"'-]+\s*:(?:\s|$)|-\s|#\s|\s+\S|[}\]])/;

/** Splits a text at its two `---` lines; without them, all of it is body. */
export function splitFrontMatter(text: string): {
  readonly frontMatter: YamlSource;
  readonly body: string;
} {
  const { readFrontMatter, body } = splitText(text);
  return { frontMatter: readFrontMatter(), body };
}

/** Returns the body alone. Parses the front matter only if it might not be closed. */
export function readBody(text: string): string {
  return splitText(text).body;
}

function splitText(text: string): {
  readonly readFrontMatter: () => YamlSource;
  readonly body: string;
} {
  const lines = text.split(/\r?\n/);
  if (!isFenceLine(lines[0]))
    return { readFrontMatter: () => createFaultyFrontMatter(1, MISSING), body: lines.join('\n') };
  const close = lines.findIndex((line, index) => index > 0 && isFenceLine(line));
  const open = findOpenEnd(lines);
  const parse = () => parseYaml(lines.slice(1, close).join('\n'), 1);
  // Words after an empty line are not front matter: the next `---` is a line of the body.
  const isOpen =
    close === -1 || (open < close && lines[open] === '' && parse().problems.length > 0);
  // An empty line for each line above, so that line numbers stay right.
  const skip = (count: number) => '\n'.repeat(count) + lines.slice(count).join('\n');
  return isOpen
    ? { readFrontMatter: () => createFaultyFrontMatter(open + 1, NOT_CLOSED), body: skip(open) }
    : { readFrontMatter: parse, body: skip(close + 1) };
}

/** Writes a text with these keys. Keys without a value and those with an empty one are left out. */
export function joinFrontMatter(keys: Readonly<Record<string, unknown>>, body: string): string {
  const written = Object.entries(keys).filter(([, value]) => !isEmptyValue(value));
  return `${FENCE}\n${stringify(Object.fromEntries(written), { lineWidth: 0 })}${FENCE}\n\n${body}`;
}

function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isFenceLine(line: string | undefined): boolean {
  return line?.trimEnd() === FENCE;
}

/** Returns the index of the line below the last key, where words begin. */
function findOpenEnd(lines: readonly string[]): number {
  const words = lines.findIndex(
    (line, index) => index > 0 && line.trim() !== '' && !YAML_LINE.test(line),
  );
  const end = words === -1 ? lines.length : words;
  const gap = lines.findLastIndex((line, index) => index < end && line.trim() === '');
  return gap === -1
    ? end
    : lines.findLastIndex((line, index) => index < gap && line.trim() !== '') + 1;
}

function createFaultyFrontMatter(line: number, message: string): YamlSource {
  return { value: undefined, problems: [{ line, message }], lineOf: () => 1 };
}
