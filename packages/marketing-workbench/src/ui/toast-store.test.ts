import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

const REMOVE_DELAY_MS = 1_000_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a dismissed notification is closed at once and removed after the delay', () => {
  const store = createToastStore();
  store.show({ title: 'Link copied' });
  store.dismiss(store.list()[0]?.id ?? 0);
  expect(store.list()).toMatchObject([{ title: 'Link copied', isOpen: false }]);
  vi.advanceTimersByTime(REMOVE_DELAY_MS - 1);
  expect(store.list()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.list()).toEqual([]);
});

test('a new notification stays when an older one is dismissed and removed', () => {
  const store = createToastStore();
  store.show({ title: 'First' });
  const id = store.list()[0]?.id ?? 0;
  store.show({ title: 'Second' });
  store.dismiss(id);
  vi.advanceTimersByTime(REMOVE_DELAY_MS);
  expect(store.list()).toMatchObject([{ title: 'Second', isOpen: true }]);
});

test('subscribers get a new list with each change, and the same one otherwise, until they unsubscribe', () => {
  const store = createToastStore();
  const heard: ReturnType<typeof store.list>[] = [];
  const stop = store.subscribe(() => heard.push(store.list()));
  store.show({ title: 'One' });
  expect(store.list()).toBe(heard[0]);
  store.dismiss(store.list()[0]?.id ?? 0);
  vi.advanceTimersByTime(REMOVE_DELAY_MS);
  expect(heard.map(({ length }) => length)).toEqual([1, 1, 0]);
  expect(new Set(heard).size).toBe(3);
  stop();
  store.show({ title: 'Two' });
  expect(heard).toHaveLength(3);
});
