import { format } from 'node:util';

const lines: string[] = [];

/** Records warnings and errors from now on instead of printing them. */
export function recordConsole(): void {
  console.warn = (...parts) => void lines.push(format(...parts));
  console.error = (...parts) => void lines.push(format(...parts));
}

/** Returns and clears the recorded warnings and errors. A test that expects some has to call it. */
export function takeConsoleLines(): readonly string[] {
  return lines.splice(0);
}
