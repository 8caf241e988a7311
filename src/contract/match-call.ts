import { type EndpointName, endpoints } from './endpoints.ts';

export type CallMatch = {
  readonly name: EndpointName;
  readonly segments: Readonly<Record<string, string>>;
};

const byPath = new Map<string, CallMatch>();
const byPattern: { readonly name: EndpointName; readonly pattern: RegExp }[] = [];
for (const name of Object.keys(endpoints).filter((key): key is EndpointName => key in endpoints)) {
  const { path } = endpoints[name];
  if (!path.includes(':')) byPath.set(path, { name, segments: {} });
  // Unlike a page's path, a call's path is matched exactly, with case and slashes.
  else byPattern.push({ name, pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]*)')}$`) });
}

/** The call at a path; one without parameters comes first, so that `/api/posts/recent` is not a slug. */
export function matchCall(pathname: string): CallMatch | undefined {
  const fixed = byPath.get(pathname);
  if (fixed !== undefined) return fixed;
  for (const { name, pattern } of byPattern) {
    const groups = pattern.exec(pathname)?.groups;
    const segments = groups && decodeSegments(groups);
    if (segments !== undefined) return { name, segments };
  }
  return undefined;
}

function decodeSegments(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
