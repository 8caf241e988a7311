import { createRequire } from 'node:module';

/**
 * Loads what compiles Markdown when a text is first to be compiled: a run in which nothing changed does without, and so
 * does whoever reads a text that the cache holds. At once, since a transaction can't wait.
 */
export function loadTextCompiler(): typeof import('./compile-text.ts') {
  return createRequire(import.meta.url)('./compile-text.ts');
}
