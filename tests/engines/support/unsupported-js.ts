import { parseAst } from 'vite';
import { DATA, findNode, isSupported, listChildren } from './browser-data.ts';

/**
 * Members of objects and elements by name. Left out are those of objects that the oldest supported
 * browsers don't have.
 */
const MEMBERS = indexMembers();
const HAS_UNICODE_SETS = isSupported(findNode(DATA.builtins, 'RegExp', 'unicodeSets'));

type JsNode = { readonly type: string; readonly [key: string]: unknown };

/**
 * What a script uses that one of the oldest supported browsers lacks, such as `Map.groupBy` or
 * `.ariaExpanded`. Types are not known: a member is reported only if each object that has one of
 * its name lacks it. A name is safe if the script asks for it anywhere, or declares it. Syntax,
 * which the build lowers, computed names and destructuring are not checked.
 */
export function listUnsupportedJs(code: string): readonly string[] {
  const found = new Set<string>();
  const asked = new Set<string>();
  walk(parseAst(code), (node) => {
    for (const name of [...listAskedNames(node), ...listDeclaredNames(node)]) asked.add(name);
    for (const name of listUsedNames(node)) found.add(name);
  });
  return [...found].filter((name) => !asked.has(name.split('.').at(-1) ?? '')).toSorted();
}

function walk(node: unknown, visit: (node: JsNode) => void): void {
  if (!isJsNode(node)) return;
  visit(node);
  for (const [name, child] of Object.entries(node)) {
    // A name that is not computed is no variable.
    if ((name === 'property' || name === 'key') && node.computed !== true) continue;
    for (const item of [child].flat()) walk(item, visit);
  }
}

/** Variables and parameters of a function. */
function listDeclaredNames({ type, id, params }: JsNode): readonly string[] {
  if (type === 'VariableDeclarator') return listBoundNames(id);
  return Array.isArray(params) ? [...listNames(id), ...params.flatMap(listBoundNames)] : [];
}

/** Of a pattern, such as `{ a, b: [c] }`. */
function listBoundNames(pattern: unknown): readonly string[] {
  if (!isJsNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const { elements, properties, value, left, argument } = pattern;
  return [elements, properties, value, left, argument].flat().flatMap(listBoundNames);
}

function isJsNode(value: unknown): value is JsNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

function listUsedNames(node: JsNode): readonly string[] {
  const { type, computed, name, property, regex } = node;
  if (type === 'Literal')
    return isRegExp(regex) && regex.flags.includes('v') && !HAS_UNICODE_SETS
      ? ['RegExp flag v']
      : [];
  if (type === 'Identifier') return isSupported(findGlobal(String(name))) ? [] : [String(name)];
  return type === 'MemberExpression' && computed !== true && isJsNode(property)
    ? listUsedMember(node.object, String(property.name))
    : [];
}

function listUsedMember(object: unknown, member: string): readonly string[] {
  const owner = isJsNode(object) && object.type === 'Identifier' ? String(object.name) : '';
  const ofOwner = findStatic(owner, member);
  if (ofOwner !== undefined) return isSupported(ofOwner) ? [] : [`${owner}.${member}`];
  const members = MEMBERS.get(member) ?? [];
  return members.length > 0 && !members.some(isSupported) ? [`.${member}`] : [];
}

function isRegExp(value: unknown): value is { flags: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'flags' in value &&
    typeof value.flags === 'string'
  );
}

function findGlobal(name: string) {
  return (
    findNode(DATA.builtins, name) ?? findNode(DATA.api, name) ?? findNode(DATA.api, 'Window', name)
  );
}

function findStatic(owner: string, member: string) {
  return findNode(DATA.builtins, owner, member) ?? findNode(DATA.api, owner, `${member}_static`);
}

function indexMembers() {
  const members = new Map<string, (typeof DATA.api)[]>();
  for (const [, owner] of [...listChildren(DATA.builtins), ...listChildren(DATA.api)]) {
    if (!isSupported(owner)) continue;
    for (const [name, member] of listChildren(owner)) {
      const isStandard = member.__compat?.status?.standard_track === true;
      if (!isStandard || member.__compat?.status?.experimental === true || name.includes('_'))
        continue;
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return members;
}

/** `'x' in y`, `y.x?.()`, `typeof x`, `!y.x`, `y.x === undefined` ask whether there is an `x`. */
function listAskedNames({
  type,
  operator,
  left,
  right,
  optional,
  callee,
  argument,
}: JsNode): readonly string[] {
  if (type === 'BinaryExpression' && operator === 'in') return [readString(left)];
  if (type === 'BinaryExpression' && [left, right].some(isNothing))
    return [left, right].flatMap(listNames);
  if (type === 'CallExpression' && optional === true) return listNames(callee);
  if (type === 'UnaryExpression' && (operator === 'typeof' || operator === '!'))
    return listNames(argument);
  return [];
}

/** `undefined`, which minifiers write as `void 0`, or `null`. */
function isNothing(node: unknown): boolean {
  if (!isJsNode(node)) return false;
  return node.operator === 'void' || node.name === 'undefined' || node.raw === 'null';
}

/** The text of a string or of a template without parts. */
function readString(node: unknown): string {
  if (!isJsNode(node)) return '';
  const [part] = Array.isArray(node.quasis) ? node.quasis : [];
  return String(part === undefined ? node.value : part.value.cooked);
}

function listNames(node: unknown): readonly string[] {
  if (!isJsNode(node)) return [];
  if (node.type === 'Identifier') return [String(node.name)];
  return node.type === 'MemberExpression' && isJsNode(node.property)
    ? [String(node.property.name)]
    : [];
}
