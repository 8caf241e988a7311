import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, test } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

const LOSSES: Readonly<Record<string, readonly [what: string, lose: (path: string) => void]>> = {
  missing: ['is missing', (path) => rmSync(path)],
  'of zero bytes': ['is empty', (path) => truncateSync(path)],
  'of another program': [
    'is a database of another program',
    (path) => {
      rmSync(path);
      execute(path, 'CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 3');
    },
  ],
  'no database': ["can't be used", (path) => writeFileSync(path, 'These were views once. '.repeat(1_000))],
  'cut to one page': ["can't be used", (path) => truncateSync(path, 4_096)],
  'cut within a page': ["can't be used", (path) => truncateSync(path, statSync(path).size - 5_000)],
};

test.for(Object.entries(LOSSES))(
  'a state that is %s is refused at publish and at start with one line that says what to do',
  async ([, [what, lose]]) => {
    const dataDir = copyPublished();
    const path = join(dataDir, 'state.sqlite');
    lose(path);
    const line = expect.stringMatching(
      new RegExp(
        `^.*state\\.sqlite ${what}.*npm run content -- restore <file>\\. .*delete state\\.sqlite and.*$`,
      ),
    );
    const left = readIfThere(path);
    expect(await publish(dataDir)).toEqual({ status: 1, output: line });
    expect(await failToStart(dataDir)).toEqual(line);
    expect(readIfThere(path)).toEqual(left);
  },
);

test('the state of another site is refused, and the original state is accepted again', async () => {
  const [dataDir, other] = [copyPublished(), createDataDir()];
  await publish(other);
  const path = join(dataDir, 'state.sqlite');
  cpSync(path, `${path}.backup`);
  cpSync(join(other, 'state.sqlite'), path);
  expect(await publish(dataDir)).toEqual({ status: 1, output: expect.stringContaining('is another one') });
  cpSync(`${path}.backup`, path);
  expect(await publish(dataDir)).toEqual({ status: 0, output: expect.stringContaining(': 0 added') });
});

test('with both files deleted publishing starts from nothing', async () => {
  const dataDir = copyPublished();
  for (const name of ['state.sqlite', 'index.sqlite']) rmSync(join(dataDir, name));
  expect(await publish(dataDir)).toEqual({ status: 0, output: expect.stringMatching(/: [1-9]\d* added/) });
});

function copyPublished(): string {
  const dataDir = createDataDir();
  cpSync(inject('publishedDir'), dataDir, { recursive: true });
  return dataDir;
}

function publish(dataDir: string) {
  return spawnCommand(['publish'], { DATA_DIR: dataDir }).ended.then(({ status, output }) => ({
    status,
    output: output.trimEnd(),
  }));
}

/** The server's output before it ends. */
async function failToStart(dataDir: string): Promise<string> {
  const said: string[] = [];
  const starting = startServerProcess({ DATA_DIR: dataDir }, (line) => said.push(line));
  await expect(starting).rejects.toThrow('The server did not start');
  return said.join('\n');
}

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
