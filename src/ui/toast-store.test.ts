import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

const REMOVE_DELAY_MS = 1_000_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the toast store', () => {
  test('is empty at first', () => {
    expect(createToastStore().list()).toEqual([]);
  });

  test('keeps one notification: the newest replaces the previous one', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.show({ title: 'Second', variant: 'destructive' });
    expect(store.list()).toEqual([
      { id: expect.any(Number), title: 'Second', variant: 'destructive', isOpen: true },
    ]);
  });

  test('gives each notification its own id', () => {
    const store = createToastStore();
    const ids = ['a', 'a', 'b'].map((title) => {
      store.show({ title });
      return store.list()[0]?.id;
    });
    expect(new Set(ids).size).toBe(3);
  });

  test('closes a dismissed notification at once and removes it after the delay', () => {
    const store = createToastStore();
    store.show({ title: 'Link copied' });
    store.dismiss(store.list()[0]?.id ?? 0);
    expect(store.list()).toMatchObject([{ title: 'Link copied', isOpen: false }]);
    vi.advanceTimersByTime(REMOVE_DELAY_MS - 1);
    expect(store.list()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.list()).toEqual([]);
  });

  test('keeps a new notification when an older one is removed', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.dismiss(store.list()[0]?.id ?? 0);
    store.show({ title: 'Second' });
    vi.advanceTimersByTime(REMOVE_DELAY_MS);
    expect(store.list()).toMatchObject([{ title: 'Second', isOpen: true }]);
  });

  test('ignores the dismissal of an unknown id', () => {
    const store = createToastStore();
    store.show({ title: 'Here' });
    store.dismiss(99);
    expect(store.list()).toMatchObject([{ title: 'Here', isOpen: true }]);
  });

  test('notifies subscribers of each change until they unsubscribe', () => {
    const store = createToastStore();
    const heard: number[] = [];
    const stop = store.subscribe(() => heard.push(store.list().length));
    store.show({ title: 'One' });
    store.dismiss(store.list()[0]?.id ?? 0);
    vi.advanceTimersByTime(REMOVE_DELAY_MS);
    expect(heard).toEqual([1, 1, 0]);
    stop();
    store.show({ title: 'Two' });
    expect(heard).toHaveLength(3);
  });

  test('returns a new list after a change and the same one otherwise', () => {
    const store = createToastStore();
    store.show({ title: 'One' });
    const before = store.list();
    expect(store.list()).toBe(before);
    store.show({ title: 'Two' });
    expect(store.list()).not.toBe(before);
  });
});
