/**
 * Forbids two versions of one package in the manifests of the workspaces, and another version of a
 * workspace than its own: packages that are released together name each other.
 */
import type { CodeFinding, RepositoryFile } from './source-tree.ts';

const MANIFEST = /^(?:(?:packages\/[^/]+|site)\/)?package\.json$/;
const FIELDS = ['dependencies', 'devDependencies'] as const;

type PackageManifest = {
  readonly name?: string;
  readonly version?: string;
} & { readonly [Field in (typeof FIELDS)[number]]?: Readonly<Record<string, string>> };

type NamedVersion = { readonly path: string; readonly name: string; readonly version: string };

export function checkVersions(files: readonly RepositoryFile[]): CodeFinding[] {
  const manifests = files
    .filter(({ path }) => MANIFEST.test(path))
    .map(({ path, text }): { path: string; manifest: PackageManifest } => ({
      path,
      manifest: JSON.parse(text),
    }));
  const own = manifests.flatMap(({ path, manifest: { name, version } }): NamedVersion[] =>
    name === undefined || version === undefined ? [] : [{ path, name, version }],
  );
  const used = manifests.flatMap(({ path, manifest }) =>
    FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {})).map(
      ([name, version]): NamedVersion => ({ path, name, version }),
    ),
  );
  return [...Map.groupBy([...own, ...used], ({ name }) => name).values()].flatMap((named) => {
    const [first, ...others] = named;
    return others
      .filter(({ version }) => version !== first?.version)
      .map(({ path, name, version }) => ({
        path,
        message: `names ${name} ${version}, and ${first?.path} ${first?.version}; name one version`,
      }));
  });
}
