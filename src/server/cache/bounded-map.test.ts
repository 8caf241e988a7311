import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoundedMap, createBoundedMap } from './bounded-map.ts';

const create = (maxBytes = 80) => createBoundedMap<string>({ maxBytes, countBytes: ({ length }) => length });

describe('a bounded map', () => {
  test('forgets first what has not been used', () => {
    const map = create();
    for (let number = 0; number < 8; number += 1) map.set(`k${number}`, 'x'.repeat(10));
    map.takeUsed();
    map.get('k0');
    map.set('new', 'x'.repeat(10));
    expect(map.get('k0')).toBeDefined();
    expect(map.get('k1')).toBeUndefined();
    expect(map.get('new')).toBeDefined();
  });

  test('does not keep what alone would take more than an eighth', () => {
    const map = create();
    map.set('small', 'x'.repeat(10));
    map.set('large', 'x'.repeat(11));
    expect(map.get('large')).toBeUndefined();
    expect(map.get('small')).toBeDefined();
  });

  test('tells once which were used', () => {
    const map = create();
    map.set('a', 'x');
    map.set('b', 'x');
    expect(map.takeUsed()).toEqual(['a', 'b']);
    map.get('b');
    expect(map.takeUsed()).toEqual(['b']);
    expect(map.takeUsed()).toEqual([]);
  });

  test('never holds more than it may, whatever is done to it', () => {
    const action = fc.record({
      kind: fc.constantFrom(...KINDS),
      key: fc.constantFrom(...'abcdefghijkl'),
      bytes: fc.nat({ max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const map = createBoundedMap<Grown>({ maxBytes: 80, countBytes: ({ bytes }) => bytes });
        for (const { kind, key, bytes } of actions) {
          ACTIONS[kind](map, key, bytes);
          const held = [...'abcdefghijkl'].map((name) => map.get(name)?.bytes ?? 0);
          expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(80);
        }
      }),
    );
  });
});

type Grown = { bytes: number };
type Act = (map: BoundedMap<Grown>, key: string, bytes: number) => void;

const KINDS = ['set', 'delete', 'grow', 'takeUsed'] as const;

const ACTIONS: Readonly<Record<(typeof KINDS)[number], Act>> = {
  set: (map, key, bytes) => map.set(key, { bytes }),
  delete: (map, key) => map.delete(key),
  takeUsed: (map) => void map.takeUsed(),
  grow: (map, key, bytes) => {
    Object.assign(map.get(key) ?? {}, { bytes });
    map.measure(key);
  },
};
