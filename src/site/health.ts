import type { Health } from './entities.ts';

/** Whether the database that was configured can't be reached (specification, section 3). */
export function isFallback({ database }: Pick<Health, 'database'>): boolean {
  return database.includes('Fallback');
}
