/**
 * Forbids a name for two things: no function, type or class at the top level of a file, and no
 * exported constant, has the name of one in another file. So a name says what it is without its
 * file's name, and a search for it finds one definition.
 */
import { type CodeFinding, isCode, isTest, type RepositoryFile } from './source-tree.ts';

/** Names that say nothing about their type. */
const VAGUE_TYPES = new Set([
  'Asked',
  'Context',
  'Counts',
  'Found',
  'Given',
  'Options',
  'Part',
  'State',
]);
const DEFINITION =
  /^(export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(function\*?|type|interface|class|const|let) +(\w+)/;

type Definition = {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly isType: boolean;
};

/**
 * Each screen is loaded by its file's name, and a file replaces another one in browsers
 * (`vite.config.ts`).
 */
const isExcepted = ({ path, name }: Definition) =>
  name === 'screen' || path === 'src/contract/unparsed-parameters.ts';

export function checkNames(files: readonly RepositoryFile[]): CodeFinding[] {
  const definitions = files
    .filter((file) => isCode(file) && !isTest(file))
    .flatMap(listNamedThings)
    .filter((one) => !isExcepted(one));
  const vague = definitions.filter(({ name, isType }) => isType && VAGUE_TYPES.has(name));
  const repeated = [...Map.groupBy(definitions, ({ name }) => name).values()].flatMap((same) => {
    const [first, ...others] = Map.groupBy(same, ({ path }) => path).values();
    return others.flatMap(([other]) => describeRepeated(other, first?.[0]));
  });
  return [
    ...vague.map(({ path, line, name }) => ({
      path,
      line,
      message: `has a type called ${name}; say of what`,
    })),
    ...repeated,
  ];
}

function listNamedThings({ path, text }: RepositoryFile): Definition[] {
  return text.split('\n').flatMap((code, index) => {
    const [, exported, keyword = '', name = ''] = DEFINITION.exec(code) ?? [];
    const isNamed = name !== '' && (exported !== undefined || !/^(?:const|let)$/.test(keyword));
    const isType = keyword === 'type' || keyword === 'interface';
    return isNamed ? [{ path, line: index + 1, name, isType }] : [];
  });
}

function describeRepeated(
  one: Definition | undefined,
  first: Definition | undefined,
): CodeFinding[] {
  if (one === undefined || first === undefined) return [];
  const message = `defines ${one.name}, as ${first.path} does; use that, or say in the name what differs`;
  return [{ path: one.path, line: one.line, message }];
}
