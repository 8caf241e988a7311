import { expect, vi } from 'vitest';
import type { TestSite } from './test-site.ts';

/** Drawing a feed's cards takes seconds on an idle machine. */
export const DRAWING_PATIENCE_MS = 100_000;

/** Waits until each entry of a feed has a picture: they are drawn after the first has asked for it. */
export async function waitForWholeFeed(site: TestSite, url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await site.get(url);
      const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0;
      expect(count(/<enclosure |rel="enclosure"|"attachments":/g)).toBe(
        count(/<item>|<entry>|"content_html":/g),
      );
    },
    { timeout: DRAWING_PATIENCE_MS, interval: 100 },
  );
}
