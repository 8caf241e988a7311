import { DATA, findNode, isSupported, listChildren } from './browser-data.ts';

type Member = readonly [owner: string, name: string];

type Removed = {
  readonly globals: readonly string[];
  readonly statics: readonly Member[];
  readonly members: readonly Member[];
};

/**
 * A script that takes from a browser the objects and members that one of the oldest supported
 * browsers lacks. It runs before the scripts of a page.
 */
export function formatRemoval(): string {
  const owners = [...listChildren(DATA.api), ...listChildren(DATA.builtins)];
  const lacking = owners.flatMap(([owner, node]) =>
    listChildren(node)
      .filter(([, member]) => !isSupported(member))
      .map(([name]) => [owner, name] as const),
  );
  const ofWindow = lacking.filter(([owner]) => owner === 'Window').map(([, name]) => name);
  // The data on the built-in objects does not say which members are static.
  const isStatic = ([owner, name]: Member) =>
    name.endsWith('_static') || findNode(DATA.builtins, owner) !== undefined;
  const removed: Removed = {
    globals: [
      ...owners.filter(([, node]) => !isSupported(node)).map(([owner]) => owner),
      ...ofWindow,
    ],
    statics: lacking.filter(isStatic).map(([owner, name]) => [owner, name.replace('_static', '')]),
    members: lacking,
  };
  return `(${removeFeatures})(${JSON.stringify(removed)})`;
}

function removeFeatures({ globals, statics, members }: Removed): void {
  const remove = (object: unknown, name: string) => {
    if ((typeof object === 'object' && object !== null) || typeof object === 'function')
      Reflect.deleteProperty(object, name);
  };
  const names = Object.getOwnPropertyNames(globalThis);
  const owners = new Map(names.map((name) => [name, Reflect.get(globalThis, name)]));
  for (const [owner, name] of statics) remove(owners.get(owner), name);
  for (const [owner, name] of members) remove(owners.get(owner)?.prototype, name);
  for (const name of globals) remove(globalThis, name);
}
