import { expect, test } from 'vitest';
import { keepFormat } from './keep-format.ts';

const BEFORE = `---
# What the owner noted
title:   "Old title"   # for the shop
excerpt: 'It''s quoted.'
publishedAt: 2025-03-04T09:00:00+01:00
aliases: [/one,  /two]
extra: { kept: yes }
---

## Heading

> [!TIP]
> Words.
`;

/** As the editor writes a text: all values anew, in its own format. */
const AFTER = `---
title: Old title
excerpt: It's quoted.
publishedAt: 2025-03-04
featured: false
aliases:
  - /one
  - /two
extra:
  kept: yes
---

## Heading

> [!TIP]
> Words.
`;

const change = (from: string, to: string) => keepFormat(BEFORE, AFTER.replace(from, to), false);

test('a text with the same values keeps its bytes, whatever the editor wrote', () => {
  expect(keepFormat(BEFORE, AFTER, false)).toBe(BEFORE);
  const windows = BEFORE.replaceAll('\n', '\r\n');
  expect(keepFormat(windows, AFTER, false)).toBe(windows);
});

test.for([
  ['title: Old title', 'title: "New: title"', '"Old title"', '"New: title"'],
  ["excerpt: It's quoted.", "excerpt: That's new.", "'It''s quoted.'", "'That''s new.'"],
  ['publishedAt: 2025-03-04', 'publishedAt: 2025-03-05', '2025-03-04T09:00:00+01:00', '2025-03-05'],
  ['featured: false', 'featured: true', '}\n---', '}\nfeatured: true\n---'],
  ['extra:\n  kept: yes\n', '', 'extra: { kept: yes }\n', ''],
  ['> Words.', '> Other words.', '> Words.', '> Other words.'],
] as const)('%j → %j changes only these bytes', ([from, to, old, wanted]) => {
  expect(change(from, to)).toBe(BEFORE.replace(old, wanted));
});

test('line endings of Windows stay when a value changes', () => {
  const windows = BEFORE.replaceAll('\n', '\r\n');
  const changed = keepFormat(windows, AFTER.replace('Old title', 'New'), false);
  expect(changed).toBe(windows.replace('Old title', 'New'));
});

test('a longer list keeps the other keys and their comments', () => {
  const changed = change('  - /two', '  - /two\n  - /three');
  expect(changed).toContain('# What the owner noted\n');
  expect(changed).toContain('"Old title" # for the shop\n');
  expect(changed).toMatch(/aliases: \[\s*\/one, \/two, \/three\s*\]/);
});

test('rows of settings keep their comments when one is added, changed or removed', () => {
  const before = '# All redirects\n- from: /a # first\n  to: /b\n\n# The second\n- from: /c\n  status: 410\n';
  const rows = (...list: readonly object[]) => keepFormat(before, JSON.stringify(list), true);
  const [first, second] = [
    { from: '/a', to: '/b' },
    { from: '/c', status: 410 },
  ];
  expect(rows(first, second)).toBe(before);
  expect(rows({ ...first, to: '/z' }, second)).toBe(before.replace('to: /b', 'to: /z'));
  expect(rows(first, second, { from: '/d' })).toBe(`${before}- from: /d\n`);
  expect(rows(second)).toBe('# All redirects\n\n# The second\n- from: /c\n  status: 410\n');
});

test('a text whose front matter can’t be read gets what the editor wrote', () => {
  expect(keepFormat('Words only.\n', AFTER, false)).toBe(AFTER);
  expect(keepFormat('---\ntitle: "open\n---\n\nOld words.\n', AFTER, false)).toBe(AFTER);
});

test('a value that only quotation marks can hold is quoted', () => {
  const before = '---\ntitle: Plain\ntags: [a, b]\n---\n';
  const after = (title: string, tag: string) =>
    keepFormat(before, `---\n${JSON.stringify({ title, tags: [tag, 'b'] })}\n---\n`, false);
  expect(after('- # "x": y', 'a')).toBe('---\ntitle: \'- # "x": y\'\ntags: [a, b]\n---\n');
  expect(after('Plain', 'a, c]')).toMatch(/^---\ntitle: Plain\ntags: \[\s*['"]a, c\]['"], b\s*\]\n---\n$/);
});

test('a new text leaves out what its form leaves empty', () => {
  const filled = '---\ntitle: New\nexcerpt: ""\nfeatured: false\naliases: []\n---\n\nWords.\n';
  expect(keepFormat('---\n---\n', filled, false)).toBe('---\ntitle: New\n---\n\nWords.\n');
});
