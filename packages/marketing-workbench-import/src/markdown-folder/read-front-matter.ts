import { createTimeLimitedRun } from 'marketing-workbench/content/texts/time-limited-run';
import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { type FrontMatterValues, isRecord } from './read-values.ts';

export type FrontMatter = {
  readonly values: FrontMatterValues;
  /** The text after the front matter, without empty lines before it. */
  readonly body: string;
  readonly hasFrontMatter: boolean;
  readonly notes: readonly string[];
};

/** The limit in characters, which is far above any front matter that people write. */
const LENGTH_MAX = 100_000;
const FORMATS: readonly (readonly [opening: RegExp, closing: RegExp, name: string])[] = [
  [/^---[ \t]*(?:yaml[ \t]*)?\r?\n/, /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m, 'YAML'],
  [/^---[ \t]*toml[ \t]*\r?\n/, /^---[ \t]*(?:\r?\n|$)/m, 'TOML'],
  [/^---[ \t]*json[ \t]*\r?\n/, /^---[ \t]*(?:\r?\n|$)/m, 'JSON'],
  [/^\+\+\+[ \t]*\r?\n/, /^\+\+\+[ \t]*(?:\r?\n|$)/m, 'TOML'],
  [/^;;;[ \t]*\r?\n/, /^;;;[ \t]*(?:\r?\n|$)/m, 'JSON'],
  [/^(?=\{[ \t]*(?:\r?\n[ \t]*)?")/, /^\}[ \t]*(?:\r?\n|$)/m, 'JSON'],
];

/**
 * Splits a text and reads its front matter in any of the common forms. Front matter without an end
 * stays part of the text.
 */
export function parseFrontMatter(source: string): FrontMatter {
  for (const [opening, closing, name] of FORMATS) {
    const start = opening.exec(source)?.[0].length;
    if (start === undefined) continue;
    const rest = source.slice(start, start + LENGTH_MAX);
    const end = closing.exec(rest);
    if (end === null) {
      if (name === 'JSON') continue;
      return createWithoutFrontMatter(
        source,
        'its front matter has no end, so the whole file was read as text',
      );
    }
    const isBrace = source.startsWith('{');
    const text = rest.slice(0, isBrace ? end.index + 1 : end.index);
    return {
      ...readFrontMatterValues(text, name),
      body: trimStart(source.slice(start + end.index + end[0].length)),
    };
  }
  return createWithoutFrontMatter(source);
}

function createWithoutFrontMatter(source: string, ...notes: readonly string[]): FrontMatter {
  return { values: {}, body: trimStart(source), hasFrontMatter: notes.length > 0, notes };
}

function trimStart(body: string): string {
  return body.replace(/^(?:[ \t]*\r?\n)+/, '');
}

function readFrontMatterValues(text: string, name: string): Omit<FrontMatter, 'body'> {
  const { values, problem } = parseDataText(text, name);
  if (values !== undefined) return { values, hasFrontMatter: true, notes: [] };
  const lines = readPlainLines(text);
  const kept = text.replace(/\s+/g, ' ').trim().slice(0, 1000);
  return {
    values: lines,
    hasFrontMatter: true,
    notes: [
      `its front matter is not valid ${name} (${problem}); only its plain keys were read: ${kept}`,
    ],
  };
}

/**
 * Parses YAML, TOML or JSON, as `name` says. `problem` tells in one line why it can't be parsed.
 */
export function parseDataText(
  text: string,
  name: string,
): { readonly values?: FrontMatterValues; readonly problem?: string } {
  try {
    const read = runLimited(() => ({ value: parseDataFormat(text, name) }));
    if (read === undefined) return { problem: 'it takes more than 5 s to read' };
    const { value } = read;
    if (value === null || value === undefined || value === '') return { values: {} };
    return isRecord(value) ? { values: value } : { problem: 'it has no keys' };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
    return { problem: message.replace(/[:.]?\s*$/, '') };
  }
}

const runLimited = createTimeLimitedRun();

function parseDataFormat(text: string, name: string): unknown {
  if (name === 'YAML') return parseYamlText(text);
  return name === 'TOML' ? parseToml(text) : JSON.parse(text);
}

/**
 * Parses YAML. If a key is written twice, the last one counts, as in other programs. The parser
 * refuses too many aliases.
 */
export function parseYamlText(text: string): unknown {
  const document = parseDocument(text, {
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  return document.toJS();
}

/** Reads keys with a value in the same line, and lists of plain items. */
function readPlainLines(text: string): FrontMatterValues {
  const values: Record<string, string | string[]> = {};
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ''] = /^([A-Za-z_][\w-]{0,60})\s*[:=]\s*(.*)$/.exec(line) ?? [];
    const item = /^\s*-\s+(\S.*)$/.exec(line)?.[1];
    if (key !== undefined) {
      last = key;
      values[key] = unquote(value);
    } else if (item !== undefined && last !== '')
      values[last] = [values[last] ?? []].flat().concat(unquote(item)).filter(Boolean);
  }
  return values;
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}
