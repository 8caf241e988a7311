import { type ErrorCode, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import {
  type ContentFinding,
  type LineFinding,
  limitFindings,
  placeInFile,
} from './content-finding.ts';
import { type ContentFile, decodeText } from './content-folder.ts';
import { findClosestName } from './did-you-mean.ts';
import { createTimeLimitedRun, TAKES_TOO_LONG } from './texts/time-limited-run.ts';

export type YamlSource = {
  readonly value: unknown;
  readonly problems: readonly LineFinding[];
  /**
   * The line of the key or list item at `path`, or of its deepest ancestor that exists; else line
   * 1.
   */
  readonly lineOf: (...path: readonly PropertyKey[]) => number;
};

type CheckedFile<Value> = {
  readonly value?: Value | undefined;
  /** The value before the check against the schema. */
  readonly raw?: unknown;
  readonly problems: readonly ContentFinding[];
  readonly lineOf: YamlSource['lineOf'];
};

/** What was found at the path of a settings file; undefined if nothing is there. */
export type SettingFile = ContentFile | ContentFinding | undefined;

type YamlFileOptions = {
  /** The value of an empty file. */
  readonly empty?: unknown;
  /** The word for an item of a file that is a list. */
  readonly item?: string;
};

/** Parses and checks a settings file. A missing file has neither a value nor problems. */
export function parseYamlFile<Value>(
  source: SettingFile,
  schema: z.ZodType<Value>,
  { empty = {}, item }: YamlFileOptions = {},
): CheckedFile<Value> {
  if (source === undefined || 'message' in source)
    return { problems: source === undefined ? [] : [source], lineOf: () => 1 };
  const refuse = (problems: readonly LineFinding[]): CheckedFile<Value> => ({
    problems: placeInFile(source.file, limitFindings(problems)),
    lineOf: () => 1,
  });
  const text = decodeText(source.bytes);
  if (text === undefined) return refuse([{ message: 'is not UTF-8; save it as UTF-8' }]);
  const checked = createTimeLimitedRun()((): CheckedFile<Value> => {
    const { value: raw, problems, lineOf } = parseYaml(text);
    if (problems.length > 0) return refuse(problems);
    const { data, error } = schema.safeParse(raw ?? empty);
    return {
      ...refuse(listSchemaProblems(error?.issues ?? [], lineOf, item)),
      value: data,
      raw,
      lineOf,
    };
  });
  return checked ?? refuse([TAKES_TOO_LONG]);
}

/** Reasons in place of the parser's words, where those are for programmers or lead nowhere. */
const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DQ_ESCAPE:
    'a backslash in double quotes needs another one; write \\\\, or single quotes around the text',
  BAD_INDENT:
    'a bracket is not closed, or a line is not indented like its neighbours; put texts with # in double quotes',
  BAD_SCALAR_START: 'a text can’t begin with this character; put it in double quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a text has a colon, or the next line is indented like a part of it; put the text in double quotes, and begin each key below the one above',
  MISSING_CHAR:
    'a quotation mark, bracket, colon or dash is missing; close each quote, and write one key: value per line',
  TAG_RESOLVE_FAILED: 'a text can’t begin with !; put it in double quotes',
  UNEXPECTED_TOKEN:
    'words follow the end of a value, or a line is not indented like its neighbours; write \\" for a quotation mark within double quotes',
  DUPLICATE_KEY: 'the key of this line is there already; write each once',
  MULTIPLE_DOCS: 'the line “---” begins a second document; remove it and what follows',
  TAB_AS_INDENT: 'the line begins with a tab; indent it with spaces',
};

/**
 * Parses YAML 1.2, which reads dates as strings; `linesBefore` is the number of lines of the file
 * above the text.
 */
export function parseYaml(text: string, linesBefore = 0): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const lineAt = (offset: number) => linesBefore + lineCounter.linePos(offset).line;
  const lineOf = (...path: readonly PropertyKey[]) => {
    const offset = findEntryOffset(document.contents, path);
    return offset === undefined ? 1 : lineAt(offset);
  };
  // One mistake often leads to more errors below it.
  const problems = [...document.errors, ...document.warnings]
    .slice(0, 1)
    .map(({ code, message, pos }) => ({
      line: lineAt(pos[0]),
      message: `is not valid YAML: ${REASONS[code] ?? `${message}; put texts in double quotes, one key per line`}`,
    }));
  if (problems.length > 0) return { value: undefined, problems, lineOf };
  try {
    return { value: document.toJS(), problems, lineOf };
  } catch {
    const message =
      'is not valid YAML: its aliases can’t be resolved; put a text that begins with * in double quotes';
    return { value: undefined, problems: [{ line: linesBefore + 1, message }], lineOf };
  }
}

/**
 * Returns one problem for each schema issue and for each unknown key, at the line of its key. A
 * misspelt key is not reported as missing too.
 */
export function listSchemaProblems(
  issues: readonly z.core.$ZodIssue[],
  lineOf: YamlSource['lineOf'],
  item?: string,
): readonly LineFinding[] {
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const known = issue.message.split(KEY_SEPARATOR);
    return issue.keys.map((key) => ({
      path: issue.path,
      key,
      known,
      meant: findClosestName(key, known),
    }));
  });
  const misspelt = new Set(unknown.map(({ path, meant }) => JSON.stringify([...path, meant])));
  return [
    ...unknown.map(({ path, key, known, meant }) => ({
      line: lineOf(...path, key),
      message:
        meant === undefined
          ? `${formatKeyPath([...path, key], item)} is not a known key; remove it, or write one of ${known.join(', ')}`
          : `\`${key}\`${formatParentPath(path, item)}: did you mean \`${meant}\`?`,
    })),
    ...[...Map.groupBy(issues, ({ path }) => JSON.stringify(path)).entries()]
      // One fault may break several rules for a value.
      .flatMap(([place, all]) => (misspelt.has(place) ? [] : all.filter(isAboutValue).slice(0, 1)))
      .map(({ path, message }) => ({
        line: lineOf(...path),
        message: `${formatKeyPath(path, item)} ${message}`.trimStart(),
      })),
  ];
}

function isAboutValue({ code }: z.core.$ZodIssue): boolean {
  return code !== 'unrecognized_keys';
}

/**
 * Formats a path as `categories.seo`, `to in redirect 5` or `phrases 2 in forbiddenPhrases 1`:
 * items are counted from 1.
 */
function formatKeyPath(path: readonly PropertyKey[], item = 'item'): string {
  const parts: string[] = [];
  let names: string[] = [];
  for (const key of path) {
    if (typeof key === 'number') {
      parts.unshift(`${names.join('.') || item} ${key + 1}`);
      names = [];
    } else names.push(String(key));
  }
  if (names.length > 0) parts.unshift(names.join('.'));
  return parts.join(' in ');
}

function formatParentPath(path: readonly PropertyKey[], item: string | undefined): string {
  return path.length === 0 ? '' : ` in ${formatKeyPath(path, item)}`;
}

/**
 * Returns the offset at which the entry at `path`, or its deepest ancestor that exists, begins: a
 * map's key, a list's value.
 */
function findEntryOffset(
  node: unknown,
  [key, ...path]: readonly PropertyKey[],
): number | undefined {
  if (key === undefined) return undefined;
  const isKey = (item: unknown) => isScalar(item) && String(item.value) === String(key);
  const pair = isMap(node) ? node.items.find((item) => isKey(item.key)) : undefined;
  const value = isSeq(node) ? node.items[Number(key)] : pair?.value;
  const start = pair === undefined ? value : pair.key;
  return findEntryOffset(value, path) ?? (isNode(start) ? start.range?.[0] : undefined);
}

const KEY_SEPARATOR = ', ';

/**
 * Creates the schema of an object that allows no other keys. The error of an unknown key is the
 * list of the known ones.
 */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? Object.keys(shape).join(KEY_SEPARATOR)
        : `is not a mapping; write one "key: value" per line, of ${Object.keys(shape).join(KEY_SEPARATOR)}`,
  });
}

/** Creates the schema of a text of one line, whose length is counted in code points. */
export function line({ min, max, advice }: Readonly<{ min: number; max: number; advice: string }>) {
  return z
    .string({ error: (issue) => explainText(issue, advice) })
    .trim()
    .refine((text) => text === '' || /[^\p{Cf}\p{Z}]/u.test(text), {
      error: `has no visible character; ${advice}`,
      abort: true,
    })
    .regex(/^\P{Cc}*$/u, {
      error: 'holds a line break or a control character; write it in one line',
    })
    .refine((text) => min <= countCharacters(text) && countCharacters(text) <= max, {
      error: ({ input }) => `has ${countCharacters(String(input))} characters; ${advice}`,
    })
    .meta({ description: advice, minLength: min, maxLength: max });
}

/**
 * Explains a value that is not a text: to YAML, `title: 2025` is a number and `title: true` a
 * boolean.
 */
function explainText(issue: Parameters<z.core.$ZodErrorMap>[0], advice: string) {
  const { input } = issue;
  const isPlain = typeof input === 'number' || typeof input === 'boolean';
  return isPlain
    ? `is not a text; write "${input}", in quotes`
    : explain('is not a text', advice)(issue);
}

export function countCharacters(text: string): number {
  return Array.from(text).length;
}

export function list<Item extends z.core.$ZodType>(item: Item, advice: string) {
  return z.array(item, { error: explain('is not a list', advice) }).describe(advice);
}

export function explain(wrong: string, advice: string): z.core.$ZodErrorMap {
  return ({ input }) => {
    if (input === undefined) return `is missing; ${advice}`;
    return `${input === null ? 'is empty' : wrong}; ${advice}`;
  };
}
