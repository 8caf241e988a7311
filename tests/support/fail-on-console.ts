/** Fails a test that logs warnings or errors to the console and does not take them with `takeConsoleLines`. */
import { afterEach, expect } from 'vitest';
import { recordConsole, takeConsoleLines } from './console-lines.ts';

recordConsole();
afterEach(() => {
  expect(takeConsoleLines(), 'lines on the console').toEqual([]);
});
