import type { Root } from 'mdast';
import type { Data } from 'unified';

type Syntax = NonNullable<Data['micromarkExtensions']>[number];
type Constructs = NonNullable<Syntax['text']>;
type Construct = Extract<Constructs[string], { readonly tokenize: unknown }>;
type TreeExtension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], readonly unknown[]>;

/** What must stand in a text for an address in it to become a link of itself, by the name of what looks for that. */
const AUTOLINKS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['emailAutolink', /@/],
  ['wwwAutolink', /www\./i],
  ['protocolAutolink', /https?:\/\//i],
];
const AUTOLINK_TEXT = /@|www\.|https?:\/\//i;

/** Of GitHub's additions, the names of those that can't find anything in the text. */
export function listSpareConstructs(source: string): readonly string[] {
  return AUTOLINKS.flatMap(([name, mark]) => (mark.test(source) ? [] : name));
}

/**
 * Takes these out of a processor's syntax, since the one for e-mail stops at every word. Addresses in the finished tree, where
 * `&commat;` is an @, are looked for only where there may be some; tables only at the lines that `isTableLine` names.
 */
export function spareConstructs(
  { micromarkExtensions = [], fromMarkdownExtensions = [] }: Data,
  spare: readonly string[],
  isTableLine: (line: number) => boolean,
): void {
  for (const extension of micromarkExtensions) {
    extension.text = omitConstructs(extension.text, spare);
    extension.flow = mapConstructs(extension.flow, (construct) =>
      construct.name === 'table' ? limitToLines(construct, isTableLine) : construct,
    );
  }
  for (const extension of fromMarkdownExtensions.flat()) limitTransforms(extension);
}

function omitConstructs(record: Constructs = {}, names: readonly string[]): Constructs {
  const entries = Object.entries(record).map(([code, known = []]) => {
    const kept = [known].flat().filter(({ name = '' }) => !names.includes(name));
    return [code, kept] as const;
  });
  return Object.fromEntries(entries.filter(([, kept]) => kept.length > 0));
}

function mapConstructs(record: Constructs = {}, map: (construct: Construct) => Construct): Constructs {
  return Object.fromEntries(
    Object.entries(record).map(([code, known = []]) => [code, [known].flat().map(map)]),
  );
}

function limitToLines(construct: Construct, isWanted: (line: number) => boolean): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const start = construct.tokenize.call(this, effects, ok, nok);
      return (code) => (isWanted(this.now().line) ? start(code) : nok(code));
    },
  };
}

function limitTransforms(extension: TreeExtension): void {
  extension.transforms = extension.transforms?.map(
    (transform) => (tree) => (holdsText(tree, AUTOLINK_TEXT) ? transform(tree) : undefined),
  );
}

function holdsText(node: Root | Root['children'][number], pattern: RegExp): boolean {
  if (node.type === 'text') return pattern.test(node.value);
  return 'children' in node && node.children.some((child) => holdsText(child, pattern));
}

/** What may stand before and in the line below a table's head, which has a hyphen, and a bar or a colon. */
const DELIMITER_ROW = /^[\d\s>*+.)|:-]*$/;

/** The lines, from 1, that may be the head or a row of a table. */
export function findTableLines(source: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (!source.includes('-')) return found;
  let isBelow = false;
  for (const [index, line] of source.split(/\r\n|\n|\r/).entries()) {
    const isDelimiter = line.includes('-') && /[|:]/.test(line) && DELIMITER_ROW.test(line);
    if (isDelimiter) found.add(index);
    isBelow = isDelimiter || (isBelow && line.trim() !== '');
    if (isBelow) found.add(index + 1);
  }
  return found;
}
