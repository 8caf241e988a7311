import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('does one task at a time, the urgent ones first, each once by its name', async () => {
  const done: string[] = [];
  const work = createBackgroundWork((error) => done.push(String(error)));
  const finished = Promise.withResolvers<void>();
  const add = (name: string, isUrgent = false) =>
    work.add({ name, isUrgent, run: async () => void done.push(name) });
  add('later');
  add('first', true);
  add('first', true);
  work.add({ name: 'broken', isUrgent: true, run: () => Promise.reject(new Error('broken')) });
  work.add({ name: 'last', run: async () => finished.resolve() });
  await finished.promise;
  expect(done).toEqual(['first', 'Error: broken', 'later']);
});

test('stops when the task under way is done, and begins no other', async () => {
  const done: string[] = [];
  const work = createBackgroundWork(() => undefined);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  work.add({
    name: 'one',
    run: async () => {
      begun.resolve();
      await go.promise;
      done.push('one');
    },
  });
  work.add({ name: 'two', run: async () => void done.push('two') });
  await begun.promise;
  const stopped = work.stop().then(() => done.push('stopped'));
  work.add({ name: 'three', run: async () => void done.push('three') });
  go.resolve();
  await stopped;
  expect(done).toEqual(['one', 'stopped']);
});
