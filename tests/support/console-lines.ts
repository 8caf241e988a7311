import { format } from 'node:util';

const lines: string[] = [];

/** From here on warnings and errors are kept instead of shown. */
export function recordConsole(): void {
  console.warn = (...parts) => void lines.push(format(...parts));
  console.error = (...parts) => void lines.push(format(...parts));
}

/** The warnings and errors since the last time one asked; a test that expects some asks for them, and so clears them. */
export function takeConsoleLines(): readonly string[] {
  return lines.splice(0);
}
