import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';
import { type TestSite, test } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

const page = await readFile(join(ROOT, 'packages/marketing-workbench/docs/cdn.md'), 'utf8');
/** The cells of each row, of all tables. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '));

/** The headers of each kind, as the first table says. */
const kinds = new Map(
  rows.flatMap(([kind = '', header = '']) =>
    /^`(?:public|private|no)\b/.test(header) ? [[kind, header.replaceAll('`', '')] as const] : [],
  ),
);
const [, shared] = /`CDN-Cache-Control: ([^`]+)`/.exec(page) ?? [];

test.for(rows.filter((row) => row.length === 7 && row[1]?.startsWith('`')))(
  'the headers of %s, such as %s, are those that docs/cdn.md names',
  async ([name = '', example = '', status = '', kind = '', vary = '', hasTag = '', hasTags = ''], {
    site,
  }) => {
    const accept = /`Accept: ([^`]+)`/.exec(name)?.[1] ?? 'text/html';
    const url = await findAddress(site, example.replaceAll('`', ''));
    const { statusCode, headers } = await site.get(url, { accept });
    expect({
      status: String(statusCode),
      caching: headers['cache-control'],
      cdn: headers['cdn-cache-control'],
      vary: String(headers.vary ?? 'none'),
      tag: headers.etag !== undefined,
      tags: headers['cache-tag'] !== undefined,
    }).toEqual({
      status,
      caching: kinds.get(kind),
      vary,
      tag: hasTag === 'yes',
      tags: hasTags === 'yes',
      cdn: kind === 'shared' ? shared : kind === 'private' ? 'no-store' : undefined,
    });
  },
);

/** For an address that ends in an ellipsis, the first such address in an article's page. */
async function findAddress(site: TestSite, example: string): Promise<string> {
  if (!example.endsWith('…')) return example;
  const { body } = await site.get(ARTICLE);
  const [found = ''] = new RegExp(`${example.slice(0, -1)}[^"\\s]+`).exec(body) ?? [];
  return found;
}
