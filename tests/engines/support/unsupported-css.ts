import {
  type Atrule,
  type CssNode,
  type Declaration,
  generate,
  type List,
  type ListItem,
  parse,
  type Rule,
  type StyleSheet,
  walk,
} from 'css-tree';
import { DATA, findNode, isSupported, listChildren } from './browser-data.ts';

/** Functions, keywords and units of CSS by name, wherever the data has them. */
const TYPES = indexNames(DATA.types);
/** Browsers pass over an unknown selector in their argument. */
const FORGIVING = ['is', 'where'];

/**
 * What a style sheet uses that one of the oldest supported browsers lacks, such as `property
 * text-wrap` or `function light-dark()`. Left out is what replaces a declaration of the same
 * property that they have, and what stands in `@supports`.
 */
export function listUnsupportedCss(css: string): readonly string[] {
  const found = new Set<string>();
  examineRules(parseStyles(css), { report: (feature) => found.add(feature), isInRule: false });
  return [...found].toSorted();
}

/** The style sheet as the oldest supported browsers read it: without what they don't know. */
export function removeUnsupportedCss(css: string): string {
  const tree = parseStyles(css);
  examineRules(tree, { report: () => undefined, isInRule: false });
  return generate(tree);
}

function parseStyles(css: string): StyleSheet {
  const tree = parse(css, { parseCustomProperty: true, parseAtrulePrelude: true });
  if (tree.type !== 'StyleSheet') throw new Error('Not a style sheet.');
  return tree;
}

type Block = Pick<StyleSheet, 'children'>;

type Examination = {
  readonly report: (feature: string) => void;
  readonly isInRule: boolean;
};

/**
 * Reports the unsupported features of all rules of a block, and removes what browsers that lack
 * them would not read.
 */
function examineRules({ children }: Block, examination: Examination): void {
  const declared = new Set<string>();
  children.forEach((node, item) => {
    if (node.type === 'Atrule' && node.name === 'supports') examineCondition(node, children, item);
    else if (node.type === 'Declaration' && !examineDeclaration(node, declared, examination.report))
      children.remove(item);
    else if (!examineRule(node, examination)) children.remove(item);
  });
}

/** Returns whether the oldest supported browsers would read the rule. Other nodes are read. */
function examineRule(node: CssNode, { report, isInRule }: Examination): boolean {
  // css-tree does not parse rules within rules, unless they begin with `&`.
  if (node.type === 'Raw') return examineNested(report);
  if (node.type !== 'Rule' && node.type !== 'Atrule') return true;
  if (isInRule && !examineNested(report)) return false;
  const features = listRuleFeatures(node);
  features.forEach(report);
  if (features.length === 0 && node.block)
    examineRules(node.block, { report, isInRule: isInRule || node.type === 'Rule' });
  return features.length === 0;
}

function examineNested(report: Examination['report']): boolean {
  const hasNesting = isSupported(findNode(DATA.selectors, 'nesting'));
  if (!hasNesting) report('nested rules');
  return hasNesting;
}

/**
 * Returns whether the oldest supported browsers would read the declaration. It is not reported if
 * they keep an earlier one of the same property in its rule.
 */
function examineDeclaration(
  declaration: Declaration,
  declared: Set<string>,
  report: Examination['report'],
): boolean {
  const features = listDeclarationFeatures(declaration);
  if (features.length === 0) declared.add(declaration.property);
  else if (!declared.has(declaration.property)) features.forEach(report);
  return features.length === 0;
}

/** Such a block was written with its alternative, so nothing in it is reported. */
function examineCondition(
  { prelude, block }: Atrule,
  around: List<CssNode>,
  item: ListItem<CssNode>,
): void {
  if (prelude === null || block === null) return;
  const isNegated = /^\s*not\b/.test(generate(prelude));
  const isMet = listConditionFeatures(prelude).length === 0;
  if (isMet === isNegated) around.remove(item);
  else examineRules(block, { report: () => undefined, isInRule: false });
  if (isNegated && !isMet) around.replace(item, block.children);
}

function listConditionFeatures(prelude: CssNode): readonly string[] {
  const found = [...listPreludeFeatures(prelude)];
  walk(prelude, (node) => {
    if (node.type === 'Declaration') found.push(...listDeclarationFeatures(node));
  });
  return found;
}

/** Of the rule itself, without the rules in it. */
function listRuleFeatures(rule: Rule | Atrule): readonly string[] {
  if (rule.type === 'Rule') return listPreludeFeatures(rule.prelude);
  if (!isSupported(findNode(DATA.atRules, rule.name))) return [`rule @${rule.name}`];
  return rule.prelude === null ? [] : listPreludeFeatures(rule.prelude);
}

function listDeclarationFeatures({ property, value }: Declaration): readonly string[] {
  const isKnown = property.startsWith('-') || isSupported(findNode(DATA.properties, property));
  return [...(isKnown ? [] : [`property ${property}`]), ...listValueFeatures(value, property)];
}

function listValueFeatures(value: CssNode, property = ''): readonly string[] {
  const found: string[] = [];
  const known = findNode(DATA.properties, property);
  walk(value, (node) => {
    if (node.type === 'Function' && !isSupported(TYPES.get(node.name)))
      found.push(`function ${node.name}()`);
    if (node.type === 'Dimension' && !isSupported(findUnit(node.unit)))
      found.push(`unit ${node.unit}`);
    if (node.type === 'Identifier' && !isSupported(findNode(known, node.name)))
      found.push(`value ${property}: ${node.name}`);
  });
  return found;
}

function findUnit(unit: string) {
  const kind = { d: 'dynamic', l: 'large', s: 'small' }[unit[0] ?? ''];
  if (kind !== undefined && /^[dls]v(?:[hwib]|min|max)$/.test(unit))
    return findNode(DATA.types, 'length', `viewport_percentage_units_${kind}`);
  return findNode(DATA.types, 'length', unit);
}

/** Of selectors or media queries. */
function listPreludeFeatures(prelude: CssNode): readonly string[] {
  const found: string[] = [];
  walk(prelude, (node) => {
    if (node.type === 'PseudoClassSelector' && FORGIVING.includes(node.name)) return walk.skip;
    found.push(...listPartFeatures(node));
    return undefined;
  });
  return found;
}

function listPartFeatures(node: CssNode): readonly string[] {
  switch (node.type) {
    case 'Feature':
      return isSupported(findNode(DATA.atRules, 'media', node.name))
        ? []
        : [`media feature ${node.name}`];
    case 'FeatureRange':
      return isSupported(findNode(DATA.atRules, 'media', 'range_syntax'))
        ? []
        : ['media feature ranges'];
    case 'NestingSelector':
      return isSupported(findNode(DATA.selectors, 'nesting')) ? [] : ['nested rules'];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return node.name.startsWith('-') || isSupported(findNode(DATA.selectors, node.name))
        ? []
        : [`selector :${node.name}`];
    default:
      return [];
  }
}

function indexNames(node: typeof DATA.types) {
  const names = new Map<string, typeof DATA.types>();
  for (const [name, child] of listChildren(node)) {
    if (child.__compat !== undefined) names.set(name, child);
    for (const [inner, deeper] of indexNames(child))
      if (!names.has(inner)) names.set(inner, deeper);
  }
  return names;
}
