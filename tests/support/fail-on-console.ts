/**
 * Fails a test that logs warnings or errors to the console and does not take them with
 * `takeConsoleLines`.
 */
import { format } from 'node:util';
import { afterEach, expect } from 'vitest';

const lines: string[] = [];

console.warn = (...parts) => void lines.push(format(...parts));
console.error = (...parts) => void lines.push(format(...parts));

afterEach(() => {
  expect(takeConsoleLines(), 'lines on the console').toEqual([]);
});

/** Returns and clears the recorded warnings and errors. A test that expects some has to call it. */
export function takeConsoleLines(): readonly string[] {
  return lines.splice(0);
}
