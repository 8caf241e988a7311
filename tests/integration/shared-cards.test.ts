import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCardDrawer } from '../../src/cards/card-drawer.ts';
import type { Card } from '../../src/site/cards.ts';

/** Tells of its missing letters each time that it is drawn. */
const CARD: Card = {
  kind: 'post',
  slug: 'a',
  title: 'Launch day \u{1fadf}: a list',
  label: 'Google Search',
  theme: 'google-ads',
};

test('a card is drawn once, however many servers share the folder', async () => {
  const folder = await createFolder();
  const warnings: string[] = [];
  const drawers = [1, 2, 3].map(() => createDrawer(folder, (message) => warnings.push(message)));
  const [path = '', ...others] = await Promise.all(drawers.map((drawer) => drawer.draw(CARD, 'wide')));
  expect(others).toEqual([path, path]);
  expect(warnings).toHaveLength(1);
  expect(await readdir(dirname(path))).toEqual([basename(path)]);
});

test('a card that a server was drawing when it died is drawn by another', async () => {
  const folder = await createFolder();
  const path = await createDrawer(folder).draw(CARD, 'wide');
  await rm(path);
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(`${path}.lock`, String(pid));
  expect(await createDrawer(folder).draw(CARD, 'wide')).toBe(path);
  expect(await readdir(dirname(path))).toEqual([basename(path)]);
});

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-cards-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function createDrawer(folder: string, warn?: (message: string) => void) {
  const drawer = createCardDrawer(folder, warn);
  onTestFinished(drawer.stop);
  return drawer;
}
