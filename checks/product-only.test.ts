import { describe, expect, it } from 'vitest';
import { checkProductOnly } from './product-only.ts';

describe('checkProductOnly', () => {
  it.each([
    ['docs/setup.md', 'cd /work/main', 'a path of one machine: "/work/"'],
    ['scripts/run.mjs', "readFileSync('/tmp/bash_jobs/1')", 'a path of one machine: "/tmp/bash"'],
    [
      '.npmrc',
      'registry=https://registry.packages.org/',
      'the host of a package registry: "registry.packages.org"',
    ],
    [
      'package-lock.json',
      '"resolved": "https://a.example/b.tgz"',
      'the host of a package registry: ""resolved": "https:"',
    ],
    ['Dockerfile', 'http://deb.mirror.org/', 'the host of a package registry: "deb.mirror.org"'],
    ['README.md', 'Written in this session.', 'how it was written: "this session"'],
    ['src/site/dates.ts', '// As an AI, I', 'how it was written: "As an AI"'],
    ['CONTRIBUTING.md', 'by a helper agent', 'how it was written: "helper agent"'],
    ['README.md', 'by Claude', 'how it was written: "Claude"'],
    ['content/articles/seo/x.md', 'see /work/notes', 'a path of one machine: "/work/"'],
  ])('reports in %s: %s', (path, text, found) => {
    expect(checkProductOnly([{ path, text: `one\n${text}` }])).toEqual([
      { path, line: 2, message: `names ${found}` },
    ]);
  });

  it('reports a lock file once, however often it names the host', () => {
    const text = '"resolved": "https://a.example/b.tgz"\n'.repeat(3);
    expect(checkProductOnly([{ path: 'package-lock.json', text }])).toHaveLength(1);
  });

  it.each([
    ['content/articles/seo/x.md', 'Claude, as an AI, in this session'],
    ['src/site/dates.ts', 'https://a.example/work/ and ../work/ and a user agent session'],
    ['package-lock.json', '"integrity": "sha512-x"'],
    ['src/server/log.ts', 'registry.register(x); registry.add.call'],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkProductOnly([{ path, text }])).toEqual([]);
  });
});
