import { expect, test } from 'vitest';
import { keepFormat, showLists } from './keep-format.ts';

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

/** As the editor writes a text: with all values in its own format. */
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

const change = (from: string, to: string) => keepFormat(BEFORE, AFTER.replace(from, to), 'text');

test('a text with the same values keeps its bytes, whatever the editor wrote', () => {
  expect(keepFormat(BEFORE, AFTER, 'text')).toBe(BEFORE);
  const windows = BEFORE.replaceAll('\n', '\r\n');
  expect(keepFormat(windows, AFTER, 'text')).toBe(windows);
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
  const changed = keepFormat(windows, AFTER.replace('Old title', 'New'), 'text');
  expect(changed).toBe(windows.replace('Old title', 'New'));
});

test('a longer or shorter list keeps the bytes of all other keys', () => {
  const write = (list: string) => BEFORE.replace('[/one,  /two]', list);
  expect(change('  - /two', '  - /two\n  - /three')).toBe(write('[ /one, /two, /three ]'));
  expect(change('  - /two\n', '')).toBe(write('[ /one ]'));
});

test('a value in the place of a list stays as it is while the list holds only that', () => {
  const write = (author: string) => `---\ntitle:  One\nauthor: ${author} # she\n---\n\nWords.\n`;
  const save = (...author: readonly string[]) =>
    keepFormat(
      write('"ada-lane"'),
      `---\n${JSON.stringify({ title: 'One', author })}\n---\n\nWords.\n`,
      'text',
    );
  expect(showLists(write('ada-lane'), new Set(['author']))).toBe(write('["ada-lane"]'));
  expect(save('ada-lane')).toBe(write('"ada-lane"'));
  expect(save('bo-lane')).toBe(write('"bo-lane"'));
  expect(save('ada-lane', 'bo-lane')).toMatch(
    /^---\ntitle: {2}One\nauthor:\s+- ada-lane\s+- bo-lane\n/,
  );
});

test('a value that differs from the default of a missing key is written, and the default is not', () => {
  const save = (inFooter: boolean) =>
    keepFormat('---\ntitle: One\n---\n', `---\ntitle: One\ninFooter: ${inFooter}\n---\n`, 'text', {
      inFooter: true,
    });
  expect(save(true)).toBe('---\ntitle: One\n---\n');
  expect(save(false)).toBe('---\ntitle: One\ninFooter: false\n---\n');
});

test('what was typed without a form is written as typed, also a comment', () => {
  expect(keepFormat('\n# Old\na:  1\n', '# New\na:  1\nb: 2\n', 'raw')).toBe(
    '\n# New\na:  1\nb: 2\n',
  );
});

test('rows of settings keep their comments when one is added, changed or removed', () => {
  const before =
    '# All redirects\n- from:  /a # first\n  to: /b\n\n# The second\n- from: /c\n  status: 410\n';
  const rows = (...list: readonly object[]) => keepFormat(before, JSON.stringify(list), 'yaml');
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
  expect(keepFormat('Words only.\n', AFTER, 'text')).toBe(AFTER);
  expect(keepFormat('---\ntitle: "open\n---\n\nOld words.\n', AFTER, 'text')).toBe(AFTER);
});

test('a value that only quotation marks can hold is quoted', () => {
  const before = '---\ntitle: Plain\ntags: [a, b]\n---\n';
  const after = (title: string, tag: string) =>
    keepFormat(before, `---\n${JSON.stringify({ title, tags: [tag, 'b'] })}\n---\n`, 'text');
  expect(after('- # "x": y', 'a')).toBe('---\ntitle: \'- # "x": y\'\ntags: [a, b]\n---\n');
  expect(after('Plain', 'a, c]')).toMatch(
    /^---\ntitle: Plain\ntags: \[\s*['"]a, c\]['"], b\s*\]\n---\n$/,
  );
});

test('a new text leaves out what its form leaves empty', () => {
  const filled = '---\ntitle: New\nexcerpt: ""\nfeatured: false\naliases: []\n---\n\nWords.\n';
  expect(keepFormat('---\n---\n', filled, 'text')).toBe('---\ntitle: New\n---\n\nWords.\n');
});
