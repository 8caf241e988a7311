import {
  type CssNode,
  type Declaration,
  generate,
  type List,
  type ListItem,
  parse,
  walk,
} from 'css-tree';
import { isFilterCheap } from './svg-filters.ts';

export type CleanedCss = {
  readonly css: string;
  /** Names of what was left out, such as `@import`. */
  readonly dropped: readonly string[];
};

const ALLOWED_RULES: ReadonlySet<string> = new Set([
  'font-face',
  'keyframes',
  '-webkit-keyframes',
  'media',
  'supports',
]);
/** Functions that load files by strings, or run something in old browsers. */
const REFUSED_FUNCTION = /^(?:-\w+-)?(?:image|image-set|cross-fade|element|src|paint|expression)$/;
const REFUSED_PROPERTY = /^(?:behavior|-moz-binding|backdrop-filter|-webkit-backdrop-filter)$/;
const FRAGMENT = /^#[^\s"'()]*$/;
const EMBEDDED_FONT =
  /^data:(?:font\/[\w-]+|application\/(?:x-)?font-[\w-]+|application\/vnd\.ms-fontobject)[\w;=-]*,[A-Za-z0-9+/=\s]*$/;
/** Matches what no cleaned style sheet may contain, whatever the parser made of it. */
const REST =
  /@\s*(?:import|charset|namespace)|expression\s*\(|javascript:|url\(\s*["']?\s*(?!["']?(?:#|data:font\/|data:application\/))/i;

/**
 * Returns a style sheet without rules that load files, other than parts of the SVG and fonts within
 * it.
 */
export function cleanStyleSheet(css: string): CleanedCss {
  return cleanParsed(css, 'stylesheet');
}

/** Cleans the value of a `style` attribute in the same way. */
export function cleanDeclarations(css: string): CleanedCss {
  return cleanParsed(css, 'declarationList');
}

/** Returns whether the value of a presentation attribute loads nothing and is cheap to draw. */
export function isSafeValue(property: string, value: string): boolean {
  if (!/[(\\]/.test(value)) return true;
  return cleanDeclarations(`${property}:${value}`).dropped.length === 0;
}

function cleanParsed(css: string, context: 'stylesheet' | 'declarationList'): CleanedCss {
  const dropped: string[] = [];
  try {
    const ast = parse(css, { context, parseCustomProperty: true });
    walk(ast, {
      enter: (node: CssNode, item: ListItem<CssNode>, list: List<CssNode> | undefined) => {
        const problem = findRuleProblem(node);
        // The children of a style sheet and of a block are in lists, whatever the types say.
        if (problem === undefined || !list) return;
        dropped.push(problem);
        list.remove(item);
      },
    });
    const cleaned = dropped.length === 0 ? css : generate(ast);
    if (!REST.test(cleaned)) return { css: cleaned, dropped };
  } catch (error) {
    // Nested more deeply than the call stack, or not CSS at all.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
  }
  return { css: '', dropped: [...dropped, 'a style sheet that is not plain CSS'] };
}

/** Names what is wrong with a part of a style sheet that can be left out as a whole. */
function findRuleProblem(node: CssNode): string | undefined {
  if (node.type === 'Raw') return 'a rule that is not plain CSS';
  if (node.type === 'Declaration') return findDeclarationProblem(node);
  if (node.type !== 'Atrule') return undefined;
  const name = node.name.toLowerCase();
  return ALLOWED_RULES.has(name) ? undefined : `@${name.slice(0, 40)}`;
}

function findDeclarationProblem({ property, value }: Declaration): string | undefined {
  const name = property.toLowerCase();
  const isRefused =
    name.includes('\\') ||
    REFUSED_PROPERTY.test(name) ||
    value.type === 'Raw' ||
    !isFilterCheap(name, value);
  let problem = isRefused ? name.slice(0, 40) : undefined;
  walk(value, (node) => {
    problem ??= findValueProblem(node, name);
  });
  return problem;
}

/**
 * Names what is wrong within a value. Escapes in names hide what they are: `u\72l(…)` is `url(…)`.
 */
function findValueProblem(node: CssNode, property: string): string | undefined {
  if (node.type === 'Raw') return property.slice(0, 40);
  if (node.type === 'Url') {
    const { value } = node;
    const isAllowed = FRAGMENT.test(value) || (property === 'src' && EMBEDDED_FONT.test(value));
    return isAllowed ? undefined : `url(${value.slice(0, 40)})`;
  }
  if (node.type !== 'Function') return undefined;
  const name = node.name.toLowerCase();
  return name.includes('\\') || REFUSED_FUNCTION.test(name) || name === 'url'
    ? `${name.slice(0, 40)}()`
    : undefined;
}
