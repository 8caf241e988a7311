import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { VERSION } from '../config.ts';
import { createSlug } from '../site/create-slug.ts';

/** The folder of this package. */
const PACKAGE = path.join(import.meta.dirname, '../..');
const NAME = 'marketing-workbench';
/** What the templates call the folder of the site. */
const EXAMPLE = 'my-site';

/** Files of the package by what they are called in the folder of a site. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['README.md', 'templates/README.md'],
  ['.gitignore', 'templates/gitignore'],
  ['Dockerfile', 'templates/Dockerfile'],
  ['.dockerignore', 'templates/dockerignore'],
  ['compose.yaml', 'templates/compose.yaml'],
  ['deploy/Caddyfile', 'deploy/container/Caddyfile'],
  ['deploy/workbench.service', 'deploy/workbench.service'],
  ['deploy/workbench-backup.service', 'deploy/workbench-backup.service'],
  ['deploy/workbench-backup.timer', 'deploy/workbench-backup.timer'],
  ['.github/workflows/check.yml', 'templates/check.yml'],
]);

/**
 * Writes the files by which the content of a folder becomes a site that npm, a container or systemd
 * runs; those that exist stay. Returns a line for each.
 */
export function scaffoldSite(folder: string): readonly string[] {
  const name = createSlug(path.basename(path.resolve(folder)), 'en') || 'site';
  const files = new Map([
    ['package.json', formatManifest(name)],
    ...[...TEMPLATES].map(([file, template]) => [file, fillTemplate(template, name)] as const),
  ]);
  return [...files].flatMap(([file, text]) => {
    const place = path.join(folder, file);
    if (existsSync(place)) return [];
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    return [`${place} created`];
  });
}

function fillTemplate(template: string, name: string): string {
  return readFileSync(path.join(PACKAGE, template), 'utf8').replaceAll(EXAMPLE, name);
}

/** Scripts of the site; `content` runs every other command. */
const SCRIPTS = ['start', 'dev', 'desk', 'check', 'publish', 'report'];

function formatManifest(name: string): string {
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      ...Object.fromEntries(SCRIPTS.map((script) => [script, `${NAME} ${script}`])),
      content: NAME,
    },
    dependencies: { [NAME]: findOwnSource() },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const MANIFEST = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/**
 * Returns where npm gets this package from: the registry, or the archive or folder that it was
 * installed from.
 */
function findOwnSource(): string {
  const packages = path.dirname(PACKAGE);
  if (path.basename(packages) !== 'node_modules') return `file:${path.resolve(PACKAGE)}`;
  const owner = path.dirname(packages);
  const manifest = MANIFEST.safeParse(readJson(path.join(owner, 'package.json'))).data;
  const [, file] = /^file:(.*)$/.exec(manifest?.dependencies?.[NAME] ?? '') ?? [];
  return file === undefined ? `^${VERSION}` : `file:${path.resolve(owner, file)}`;
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns whether the package.json of the folder names this package as a dependency. */
export function dependsOnEngine(folder: string): boolean {
  const manifest = MANIFEST.safeParse(readJson(path.join(folder, 'package.json'))).data;
  return manifest?.dependencies?.[NAME] !== undefined;
}
