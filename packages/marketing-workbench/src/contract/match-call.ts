import { type EndpointName, endpoints } from './endpoints.ts';

export type CallMatch = {
  readonly name: EndpointName;
  readonly segments: Readonly<Record<string, string>>;
};

const calls = Object.keys(endpoints)
  .filter((key): key is EndpointName => key in endpoints)
  .map((name) => {
    // Unlike a page's, a call's path has one spelling: case and slashes count.
    const pattern = endpoints[name].path.replace(/:(\w+)/g, '(?<$1>[^/]*)');
    return { name, pattern: new RegExp(`^${pattern}$`) };
  });

/** Returns the call at a path; the first match wins, so that `/api/posts/recent` is not a slug. */
export function matchCall(pathname: string): CallMatch | undefined {
  for (const { name, pattern } of calls) {
    const match = pattern.exec(pathname);
    const segments = match && decodeGroups(match.groups ?? {});
    if (segments) return { name, segments };
  }
  return undefined;
}

function decodeGroups(
  groups: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
