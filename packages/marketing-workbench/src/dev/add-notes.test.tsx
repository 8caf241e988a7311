import { expect, test } from 'vitest';
import type { ContentFinding } from '../content/content-finding.ts';
import { addNotes } from './add-notes.tsx';
import type { AuthorNotes } from './draft-site.ts';

const FILE = 'content/articles/seo/local-seo/a-text.md';
const ADVICE: ContentFinding = { file: FILE, message: 'has a short title', rule: 'lengths' };
const ERROR: ContentFinding = { file: FILE, message: 'has no excerpt' };

function renderNotes(findings: readonly ContentFinding[]): string {
  const text: AuthorNotes = { file: FILE, state: 'ready', findings };
  const site = {
    source: undefined,
    notes: new Map([['/seo/local-seo/a-text', text]]),
    findings,
    problems: [],
    siteProblems: [],
  };
  const page = { head: '', body: '<body><main></main></body></html>' };
  return JSON.stringify(
    addNotes(page, '/seo/local-seo/a-text', { site, contentDir: 'content', version: '1' }),
  );
}

test('the notes on a text are open if anything stops its publication', () => {
  expect(renderNotes([])).toContain('<details>');
  expect(renderNotes([ADVICE])).toContain('<details>');
  expect(renderNotes([ADVICE, ERROR])).toContain('<details open=');
});
