import type { ImportSource } from '../source.ts';

/**
 * Adds the base path to all addresses, since Ghost writes routes and redirects as if the site were
 * at the root of its domain.
 *
 * @param basePath - The path of the site on its domain, such as `/blog`.
 */
export function addBasePath(source: ImportSource, basePath: string): ImportSource {
  const add = (path: string) => (/^\/(?!\/)/.test(path) ? basePath + path : path);
  return {
    ...source,
    outlines: source.outlines.map((outline) => ({
      ...outline,
      addresses: outline.addresses.map(add),
    })),
    redirects: source.redirects.map((redirect) => ({
      ...redirect,
      from: add(redirect.from),
      to: add(redirect.to),
    })),
    archives: source.archives.map((archive) => ({ ...archive, address: add(archive.address) })),
  };
}
