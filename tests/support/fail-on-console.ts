/** A test in which something warned or complained on the console fails, unless it asked for those lines itself. */
import { afterEach, expect } from 'vitest';
import { recordConsole, takeConsoleLines } from './console-lines.ts';

recordConsole();
afterEach(() => {
  expect(takeConsoleLines(), 'lines on the console').toEqual([]);
});
