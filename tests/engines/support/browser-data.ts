import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { readSupportedBrowsers } from '../../../scripts/supported-browsers.ts';

/** Names of browserslist that differ in the data. */
const DATA_NAMES: Readonly<Record<string, string>> = { ios_saf: 'safari_ios' };

const OLDEST = Object.entries(readSupportedBrowsers()).map(
  ([browser, version]) => [DATA_NAMES[browser] ?? browser, version] as const,
);

type Node = Identifier | undefined;

/**
 * Whether every oldest supported browser has the feature, by MDN's data. A feature without data
 * counts as supported.
 */
export function isSupported(node: Node): boolean {
  const compat = node?.__compat;
  return (
    compat === undefined ||
    OLDEST.every(([browser, version]) => hasSupport(compat, browser, version))
  );
}

/** Without a prefix or a flag, in the oldest supported version. */
function hasSupport({ support }: CompatStatement, browser: string, oldest: string): boolean {
  const statements = [new Map(Object.entries(support)).get(browser) ?? []].flat();
  if (statements.length === 0) return true;
  return statements.some(
    ({ version_added: added, version_removed: removed, prefix, alternative_name: other, flags }) =>
      typeof added === 'string' &&
      added !== 'preview' &&
      compareVersions(added.replace('≤', ''), oldest) <= 0 &&
      (typeof removed !== 'string' || compareVersions(removed.replace('≤', ''), oldest) > 0) &&
      prefix === undefined &&
      other === undefined &&
      flags === undefined,
  );
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (let place = 0; place < Math.max(a?.length ?? 0, b?.length ?? 0); place++) {
    const difference = (a?.[place] ?? 0) - (b?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The node below `node` at a path of keys; undefined if the data has none. */
export function findNode(node: Node, ...keys: readonly string[]): Node {
  let at = node;
  for (const key of keys) {
    if (at === undefined || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The children of a node, by name. */
export function listChildren(node: Node): readonly (readonly [name: string, child: Identifier])[] {
  const names = Object.keys(node ?? {}).filter((name) => !name.startsWith('__'));
  return names.flatMap((name) => {
    const child = findNode(node, name);
    return child === undefined ? [] : [[name, child] as const];
  });
}

export const DATA = {
  api: bcd.api,
  atRules: bcd.css['at-rules'],
  builtins: bcd.javascript.builtins,
  elements: bcd.html.elements,
  globalAttributes: bcd.html.global_attributes,
  properties: bcd.css.properties,
  selectors: bcd.css.selectors,
  svgElements: bcd.svg.elements,
  types: bcd.css.types,
};
