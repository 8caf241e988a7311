import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

test('work may run again after twenty times as long as it took', async () => {
  let time = 1_000;
  const pacer = createPacer(() => time);
  expect(pacer.restMs()).toBe(0);
  const result = await pacer.run(async () => {
    time += 300;
    return 'done';
  });
  expect(result).toBe('done');
  expect(pacer.restMs()).toBe(6_000);
  time += 5_999;
  expect(pacer.restMs()).toBe(1);
  time += 1;
  expect(pacer.restMs()).toBe(0);
});
