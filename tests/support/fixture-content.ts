import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
/** The content folder of a small complete site. */
export const FIXTURE_CONTENT = join(ROOT, 'tests/fixtures/content');
