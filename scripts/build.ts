import { createHash, hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.ts';

/**
 * Inputs of the build; a change in any of them, or in the version of a package, causes a new build.
 */
const SOURCES = [
  'packages/*/src/**/*.*',
  'packages/*/{package.json,vite.config.ts}',
  'scripts/*.ts',
];
const ENGINE = 'packages/marketing-workbench';
const CLIENT = join(ENGINE, 'dist/client');
const STAMP = join(ENGINE, 'dist/built-from');
const MODULES = {
  folder: ENGINE,
  entries: [
    // The programs, and what the package exports.
    '{card-process,content-cli,dev-server,follower,index-filler,server,worker}.ts',
    'content/texts/compile-*.ts',
    '{command,content,html-to-markdown,site}/**/*.ts',
    'publishing/{compile-with-caches,process-limits}.ts',
  ],
  files: ['search/english-words.txt', 'ui/styles/fonts.css', 'ui/fonts/*.woff2'],
};
const IMPORT_MODULES = {
  folder: 'packages/marketing-workbench-import',
  entries: ['import-package.ts'],
};
/**
 * Inputs of the desk's bundle. It has a stamp of its own, because the editor's package takes as long
 * to build as everything else.
 */
const DESK_SOURCES = [
  `${ENGINE}/src/desk/editor-page/*.ts`,
  `${ENGINE}/src/dev/*.ts`,
  'scripts/build-desk.ts',
];
const DESK_FOLDER = join(ENGINE, 'dist/desk');
const DESK_STAMP = join(DESK_FOLDER, 'built-from');
/**
 * Pages of earlier builds are still in browsers and caches, and ask for their scripts and style
 * sheets.
 */
const ASSETS_KEPT_MS = 7 * 86_400_000;

await buildIfChanged();

/** Builds the code for browser and server, unless the last build had the same inputs. */
async function buildIfChanged(): Promise<void> {
  const fingerprint = hashSources(SOURCES);
  if (isBuiltFrom(STAMP, fingerprint)) return;
  console.log('Building …');
  // The environment could otherwise ask Vite for a development build.
  process.env.NODE_ENV = 'production';
  if (!existsSync('node_modules/vite')) {
    console.error(
      'Building needs the development packages: npm ci --include=dev && npm run build && npm prune --omit=dev',
    );
    process.exit(1);
  }
  // Loaded lazily, because most starts find the build up to date.
  const { build } = await import('vite');
  const { bundleModule, copyTypefaces, writeModules } = await import('./write-modules.ts');
  rmSync(STAMP, { force: true });
  writeModules(MODULES);
  await bundleModule(MODULES, 'report/draw-chart.ts', /^(?:echarts|zrender)\b/);
  copyTypefaces(join(ENGINE, 'src/cards/fonts.conf'), join(ENGINE, 'lib/cards/fonts.conf'));
  writeModules(IMPORT_MODULES);
  const vite = { root: ENGINE, configLoader: 'native', logLevel: 'warn' } as const;
  await build(vite);
  await build({ ...vite, build: { ssr: true } });
  removeOldAssets(join(CLIENT, 'assets'));
  writeIntegrity(CLIENT);
  await compressFiles(CLIENT);
  await buildDeskIfChanged();
  writeFileSync(STAMP, fingerprint);
  console.log(`Built in ${process.uptime().toFixed(1)} s.`);
}

async function buildDeskIfChanged(): Promise<void> {
  const fingerprint = hashSources(DESK_SOURCES);
  if (isBuiltFrom(DESK_STAMP, fingerprint)) return;
  const { buildDesk } = await import('./build-desk.ts');
  await buildDesk(DESK_FOLDER);
  writeFileSync(DESK_STAMP, fingerprint);
}

function isBuiltFrom(stamp: string, fingerprint: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
}

/** Every build writes all its own assets, so they are new. */
function removeOldAssets(folder: string): void {
  const oldest = Date.now() - ASSETS_KEPT_MS;
  for (const path of globSync(`${folder}/*`)) if (statSync(path).mtimeMs < oldest) rmSync(path);
}

function hashSources(patterns: readonly string[]): string {
  const sources = createHash('sha256');
  for (const path of globSync(patterns).toSorted()) {
    if (path.includes('.test.')) continue;
    sources.update(path).update(readFileSync(path));
  }
  // Not the file: npm 10 leaves fields out of it when it prunes.
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [path, { version }] of Object.entries<{ version: string }>(packages))
    sources.update(`${path}@${version} `);
  return sources.digest('hex');
}

/** Writes the Subresource Integrity hash (W3C) of each script and style sheet. */
function writeIntegrity(clientDir: string): void {
  const entries = globSync('assets/*.{js,css}', { cwd: clientDir })
    .toSorted()
    .map((file) => [
      `/${file}`,
      `sha384-${hash('sha384', readFileSync(join(clientDir, file)), 'base64')}`,
    ]);
  writeFileSync(
    join(clientDir, '.vite', 'integrity.json'),
    JSON.stringify(Object.fromEntries(entries)),
  );
}
