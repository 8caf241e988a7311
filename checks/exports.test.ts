import { describe, expect, it } from 'vitest';
import { checkExports } from './exports.ts';

describe('checkExports', () => {
  it.each(['src/ui/index.ts', 'src/screens/home/index.tsx', 'checks/index.ts'])(
    'reports the barrel %s',
    (path) => {
      expect(checkExports([{ path, text: 'export const x = 1;' }])).toEqual([
        { path, message: 'is a barrel by its name; import each thing from its own file' },
      ]);
    },
  );

  it.each(["export * from './x.ts';", "export * as x from './x.ts';", "export type * from './x.ts';"])(
    'reports %s',
    (statement) => {
      const path = 'src/ui/card.ts';
      expect(checkExports([{ path, text: `const y = 1;\n${statement}\n` }])).toEqual([
        { path, line: 2, message: 'exports *; import each thing from its own file' },
      ]);
    },
  );

  it.each([
    'export default function Card() {}',
    'export default 1;',
    'const x = 1; export { x as default };',
    "export { default } from './x.ts';",
  ])('reports %s', (text) => {
    const path = 'src/ui/card.ts';
    expect(checkExports([{ path, text }])).toEqual([
      { path, line: 1, message: 'has a default export; give it a name' },
    ]);
  });

  it.each([
    ['vite.config.ts', 'export default {};'],
    ['src/ui/card.tsx', "export function Card() {}\nexport { x } from './x.ts';"],
    ['src/ui/card.tsx', "import React from 'react';\nexport type Props = {};"],
    ['content/index.ts', 'export default 1;'],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkExports([{ path, text }])).toEqual([]);
  });
});
