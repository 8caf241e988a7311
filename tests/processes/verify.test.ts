import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import { createSiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

const ARTICLE = 'articles/seo/local-seo/ask-for-reviews.md';
const PICTURE = 'articles/seo/technical-seo/core-web-vitals-limits.svg';

test('an export that is the site is the same at every address, also as JSON and as a backup', async () => {
  const [content, dataDir] = [copyContent(), await copyData()];
  const [file, backup] = ['site.json', 'backup.sqlite'].map((name) => join(createDataDir(), name));
  await run(['export', '--format', 'json', '--to', file ?? ''], content, dataDir);
  await run(['backup', backup ?? ''], content, dataDir);
  for (const source of [file, backup]) {
    const { status, output } = await run(['verify', source ?? ''], content, dataDir);
    expect(output).toMatch(/^(\d{3,}) addresses compared: \1 the same, 0 different\.$/m);
    expect(status).toBe(0);
  }
  expect(listTemporary()).toEqual([]);
});

test('a changed article, redirect, feed and picture are found and named, also on a running site', async () => {
  const [content, dataDir] = [copyContent(), await copyData()];
  const changed = copyContent();
  change(changed, ARTICLE, (text) =>
    text.replace(/^title: .*$/m, 'title: "Ask each guest for a review"'),
  );
  change(changed, 'redirects.yaml', (text) => text.replace('/seo/local-seo', '/seo'));
  change(changed, PICTURE, (text) => text.replace('</svg>', '<circle r="9"/></svg>'));
  await using node = await createSiteNode({ CONTENT_DIR: content });
  for (const site of [[], ['--site', node.origin()]]) {
    const { status, output } = await run(['verify', changed, ...site], content, dataDir);
    expect(status).toBe(1);
    expect(output).toMatch(
      /^\/ differs at line \d+: “.*each guest.*” instead of “.*being a nuisance/m,
    );
    for (const address of [
      '/seo/local-seo/ask-for-reviews',
      '/feed.xml',
      '/seo/local-seo/atom.xml',
    ])
      expect(output).toMatch(new RegExp(`^  and .* ${address}(?:,|$)`, 'm'));
    expect(output).toMatch(/^\/old-reviews leads to \/seo instead of \/seo\/local-seo$/m);
    expect(output).toMatch(
      /^\/media\/[0-9a-f]+-core-web-vitals-limits\.svg answers 404 instead of 200$/m,
    );
    expect(output).toMatch(/^\d+ addresses compared: \d+ the same, \d+ different\.$/m);
  }
  expect(listTemporary()).toEqual([]);
});

test('what can’t be compared is said in a line, with another exit status', async () => {
  const [content, dataDir] = [copyContent(), await copyData()];
  const base = createDataDir();
  const [cut, words, broken] = ['cut.sqlite', 'words.txt', 'broken'].map((name) =>
    join(base, name),
  );
  await run(['backup', cut ?? ''], content, dataDir);
  truncateSync(cut ?? '', 20_480);
  writeFileSync(words ?? '', 'neither a backup nor an export');
  cpSync(content, broken ?? '', { recursive: true });
  change(broken ?? '', ARTICLE, (text) => text.replace(/^title: .*$/m, 'title: ""'));
  const cases = [
    [[cut], /is not a complete state of this site/],
    [[words], /words\.txt/],
    [[join(base, 'missing')], /does not exist; name a backup or an export\./],
    [[broken], /can't be published:\n(?:.*\n)*.*ask-for-reviews\.md:\d+ title/],
    [[content, '--site', 'nowhere'], /nowhere is not the address of a site/],
  ] as const;
  for (const [args, message] of cases) {
    const { status, output } = await run(['verify', ...args.map(String)], content, dataDir);
    expect(output).toMatch(message);
    expect(output).not.toContain('    at ');
    expect(status).toBe(2);
  }
  expect(listTemporary()).toEqual([]);
});

test('Ctrl+C stops the servers and removes the temporary folder', async () => {
  const { child, ended } = spawnCommand(['verify', copyContent()], {
    DATA_DIR: await copyData(),
    TMPDIR: temporary,
  });
  await new Promise((found) => child.stdout?.once('data', found));
  child.kill('SIGINT');
  expect((await ended).status).toBe(2);
  expect(listTemporary()).toEqual([]);
});

const temporary = mkdtempSync(join(tmpdir(), 'verify-test-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function run(args: readonly string[], content: string, dataDir: string) {
  return spawnCommand(args, { CONTENT_DIR: content, DATA_DIR: dataDir, TMPDIR: temporary }).ended;
}

/** What the command left in the folder for temporary files. */
function listTemporary(): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('workbench-'));
}

function copyContent(): string {
  const content = join(createDataDir(), 'content');
  cpSync(FIXTURE_CONTENT, content, { recursive: true });
  writeFileSync(join(content, 'redirects.yaml'), '- from: /old-reviews\n  to: /seo/local-seo\n');
  return content;
}

async function copyData(): Promise<string> {
  const dataDir = await copyPublished(inject('publishedDir'), 'published');
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')));
}
