/**
 * Writes the SBOM of a release in two formats and the licenses of what it holds:
 * `npm run sbom -- [<folder>]`. It reads the lock file and the installed packages, and needs no
 * network.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import {
  formatLicenses,
  listShippedParts,
  listShippedVersions,
  SHIPPED_DATA,
} from './shipped-licenses.ts';

const ROOT = path.join(import.meta.dirname, '..');
const WORKSPACES = '{packages/*,site}/package.json';
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist/sbom'));
mkdirSync(folder, { recursive: true });
const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(path.join(ROOT, 'packages/marketing-workbench/package.json'), 'utf8'),
);
const product = { name, version };
const shipped = listShippedVersions(ROOT);
writeJson('sbom.cdx.json', createCycloneDx());
writeJson('sbom.spdx.json', createSpdx());
writeFileSync(
  path.join(folder, 'THIRD-PARTY-LICENSES.txt'),
  formatLicenses(listShippedParts(ROOT)),
);
console.log(`Wrote sbom.cdx.json, sbom.spdx.json and THIRD-PARTY-LICENSES.txt to ${folder}.`);

function createCycloneDx() {
  const schema = z.looseObject({
    metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
    components: z.array(z.looseObject({ 'bom-ref': z.string() })),
    dependencies: z.array(
      z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) }),
    ),
  });
  const { metadata, components, dependencies, ...sbom } = schema.parse(readNpmSbom('cyclonedx'));
  const own = metadata.component['bom-ref'];
  const isKept = (ref: string) => shipped.has(ref) || ref === own || isOwn(ref);
  return {
    ...sbom,
    // npm describes the repository, which has no version.
    metadata: { ...metadata, component: { ...metadata.component, ...product } },
    components: [
      ...components.filter((component) => isKept(component['bom-ref'])),
      ...SHIPPED_DATA.map(({ name, license }) => ({
        type: 'data',
        'bom-ref': name,
        name,
        licenses: [{ license: { id: license } }],
      })),
    ],
    dependencies: dependencies.flatMap(({ ref, dependsOn }) =>
      isKept(ref) ? [{ ref, dependsOn: dependsOn.filter(isKept) }] : [],
    ),
  };
}

function createSpdx() {
  const schema = z.looseObject({
    packages: z.array(
      z.looseObject({ name: z.string(), SPDXID: z.string(), versionInfo: z.string().optional() }),
    ),
    relationships: z.array(
      z.looseObject({ spdxElementId: z.string(), relatedSpdxElement: z.string() }),
    ),
  });
  const { packages, relationships, ...sbom } = schema.parse(readNpmSbom('spdx'));
  const [root, ...others] = packages;
  const kept = others.filter(({ name, versionInfo }) => {
    const named = `${name}@${versionInfo}`;
    return shipped.has(named) || isOwn(named);
  });
  const ids = new Set(['SPDXRef-DOCUMENT', root?.SPDXID, ...kept.map(({ SPDXID }) => SPDXID)]);
  return {
    ...sbom,
    name: `${product.name}@${product.version}`,
    packages: [
      { ...root, name: product.name, versionInfo: product.version },
      ...kept,
      ...SHIPPED_DATA.map(({ name, license }, index) => ({
        name,
        SPDXID: `SPDXRef-Data-${index + 1}`,
        downloadLocation: 'NOASSERTION',
        filesAnalyzed: false,
        licenseDeclared: license,
      })),
    ],
    relationships: relationships.filter(
      ({ spdxElementId, relatedSpdxElement }) =>
        ids.has(spdxElementId) && ids.has(relatedSpdxElement),
    ),
  };
}

/** Whether it is the engine or its import. */
function isOwn(named: string): boolean {
  return /^marketing-workbench(?:-import)?@/.test(named);
}

/**
 * Returns npm's SBOM of all packages. Its `--omit dev` would also leave out packages such as zod, on
 * which both the product and its tools depend. It needs a version of the repository, which has none:
 * so it reads a copy.
 */
function readNpmSbom(format: 'cyclonedx' | 'spdx'): unknown {
  const copy = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  try {
    for (const file of [
      'package.json',
      'package-lock.json',
      ...globSync(WORKSPACES, { cwd: ROOT }),
    ]) {
      mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const isRoot = file === 'package.json';
      writeFileSync(
        path.join(copy, file),
        isRoot ? JSON.stringify({ ...JSON.parse(text), version }) : text,
      );
    }
    const command = `npm sbom --package-lock-only --sbom-format ${format}`;
    const { status, stdout, stderr } = spawnSync(command, {
      cwd: copy,
      encoding: 'utf8',
      shell: true,
      maxBuffer: 100_000_000,
    });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(path.join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);
}
