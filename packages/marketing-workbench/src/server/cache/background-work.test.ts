import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('runs one task at a time, urgent ones first, and each name once', async () => {
  const done: string[] = [];
  const work = createBackgroundWork((error) => done.push(String(error)));
  const finished = Promise.withResolvers<void>();
  const add = (name: string, isUrgent = false) =>
    work.add({ name, isUrgent, run: async () => void done.push(name) });
  add('later');
  add('first', true);
  add('first', true);
  work.add({ name: 'broken', isUrgent: true, run: () => Promise.reject(new Error('broken')) });
  const throwAtOnce = () => {
    throw new Error('at once');
  };
  work.add({ name: 'throwing', isUrgent: true, run: throwAtOnce });
  work.add({ name: 'last', run: async () => finished.resolve() });
  await finished.promise;
  expect(done).toEqual(['first', 'Error: broken', 'Error: at once', 'later']);
});

test('stops after the running task and starts no other', async () => {
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
