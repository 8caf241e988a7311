import { expect } from 'vitest';
import type { SiteNode } from '../../support/site-node.ts';
import { expectAgreement } from './agreement.ts';
import { waitUntil } from './readers.ts';
import { runSql } from './run-sql.ts';
import type { SharedSite } from './shared-site.ts';

export const NOTICE = 'Limited Functionality Mode';

/** Readers read and the 404 page says so, as long as the database is away. */
export async function expectFallback(nodes: readonly SiteNode[]): Promise<void> {
  await waitUntil(async () => {
    for (const node of nodes) {
      const { database } = await node.health();
      expect(database).toMatch(
        /^Fallback since \d{4}-\d\d-\d\dT[\d:]+Z: .+; this site serves the content of \d{4}-/,
      );
    }
    return true;
  });
  for (const node of nodes) {
    expect(await node.health()).toMatchObject({
      revision: expect.stringMatching(/^[0-9a-f]{64}$/),
      contentAgeSeconds: expect.any(Number),
      indexBytes: expect.any(Number),
      nodeId: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const missing = await node.get('/one/two/three/four');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain(NOTICE);
    expect(missing.text).toMatch(/<a [^>]*href="\/db-setup-help"/);
    expect((await node.get('/db-setup-help')).status).toBe(200);
    const article = await node.get('/seo/local-seo/ask-for-reviews');
    expect(article.status).toBe(200);
    expect(article.text).toContain('</article>');
  }
}

/** The nodes follow again, and agree with folder and database; returns the milliseconds until they followed. */
export async function expectRecovery({ url, nodes }: SharedSite): Promise<number> {
  const took = await waitUntil(async () => {
    for (const node of nodes) expect((await node.health()).database).toBe('PostgreSQL');
    return true;
  });
  await expectAgreement({ url, nodes });
  for (const node of nodes) expect((await node.get('/one/two/three/four')).text).not.toContain(NOTICE);
  return took;
}

export async function changeByHand(url: string, title: string): Promise<void> {
  await runSql(url, "UPDATE posts SET title = $1 WHERE slug = 'ad-rank'", [title]);
}
