import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readBuildManifest } from '../../packages/marketing-workbench/src/server/built-site.ts';
import { DEFAULT_COLOURS } from '../../packages/marketing-workbench/src/site/brand/default-colours.ts';
import { DEFAULT_LOGO } from '../../packages/marketing-workbench/src/site/brand/logo.ts';
import { ROOT } from '../support/fixture-content.ts';
import { createSiteNode } from '../support/site-node.ts';

/**
 * React's development build calls `console.createTask` for every element, its production build
 * never.
 */
const REPORT_DEVELOPMENT_BUILD = `
  console.createTask = () => {
    console.error('development React');
    return { run: (work) => work() };
  };`;

test.for<Readonly<Record<string, string>>>([{}, { NODE_ENV: 'development' }])(
  'pages are rendered by React’s production build, with the environment %o',
  async (environment) => {
    await using node = await createSiteNode(
      {
        ...environment,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_DEVELOPMENT_BUILD)}`,
      },
      { isPublished: true },
    );
    expect((await node.get('/')).status).toBe(200);
    expect((await node.get('/no-such-page')).status).toBe(404);
    expect(node.output()).not.toContain('development React');
  },
);

/** Lists a file of the server's build and all files that it imports, which the site loads. */
function listImported(path: string, listed = new Set<string>()): ReadonlySet<string> {
  if (listed.has(path)) return listed;
  listed.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g))
    listImported(posix.join(posix.dirname(path), name), listed);
  return listed;
}

function readBuild(): string {
  const chunks = Object.values(
    readBuildManifest(join(ROOT, 'packages/marketing-workbench/dist/client')),
  );
  const assets = chunks
    .flatMap(({ file, css }) => [file, ...css])
    .map((file) => `packages/marketing-workbench/dist/client/${file}`);
  const rendering = listImported('packages/marketing-workbench/dist/server/render-page.js');
  expect(rendering.size).toBeGreaterThan(10);
  const files = [...assets, ...rendering];
  expect(files.length).toBeGreaterThan(10);
  const built = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  expect(built).toContain('Skip to content');
  return built;
}

test('the package has every program that another one starts', () => {
  const sources = globSync('packages/marketing-workbench/src/**/*.ts', { cwd: ROOT });
  const named = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/findProgram\('([^']+)'\)/g)].map(
      ([, name]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(
    (name) => !existsSync(join(ROOT, `packages/marketing-workbench/lib/${name}.js`)),
  );
  expect(missing).toEqual([]);
});

test('the build holds no name, accent or logo of a site', () => {
  const [, path = ''] = / d="([^"]+)"/.exec(DEFAULT_LOGO) ?? [];
  const { light, dark } = DEFAULT_COLOURS.accent;
  // Comments of the renderer name the files of the engine from the root of the repository.
  const built = readBuild().replaceAll(/^\/\/ ?(?:#region )?packages\/.*$/gm, '');
  expect(built).not.toMatch(new RegExp(`marketing.?workbench|${path}|${light}|${dark}`, 'i'));
});

test('the site loads nothing of the notes for authors', () => {
  const built = readBuild();
  for (const word of [
    'dev-notes',
    '__findings',
    '__open-in-editor',
    'Not publishable',
    'In search results',
  ])
    expect(built).not.toContain(word);
});
