import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { expect, test } from 'vitest';

const PROGRAM = `
import { readdirSync } from 'node:fs';
import { getPriority, platform } from 'node:os';
import { lowerPriority } from ${JSON.stringify(import.meta.resolve('./process-limits.ts'))};
lowerPriority();
const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
console.log(JSON.stringify(threads.map((thread) => getPriority(thread))));
`;

test('every thread of a publisher gets the lowest priority', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  const priorities: number[] = JSON.parse(stdout);
  expect(new Set(priorities)).toEqual(new Set([constants.priority.PRIORITY_LOW]));
});
