import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { formatArticle } from '../../support/content-folder.ts';
import { copyFixture } from '../../support/content-shapes.ts';
import { createSiteNode } from '../../support/site-node.ts';
import { listenLocally } from './listen-locally.ts';

/** An article with every part that a reader can act on. */
export const ARTICLE = '/seo/on-page-seo/every-part';

const FIGURE = `<svg xmlns="http://www.w3.org/2000/svg" class="stretch" viewBox="0 0 360 600" width="360" height="600" font-family="'Source Sans 3', sans-serif"><rect x="20" y="20" width="320" height="560" rx="8" fill="#bbb"/><text x="180" y="300" font-size="16" text-anchor="middle">A tall drawing</text></svg>`;
const BODY = `
| Keyword | Clicks |
| --- | --- |
| broad | 100 |

![A tall box with its name](every-part-figure.svg "A drawing that is taller than the window.")

- [ ] Count the clicks
- [ ] Write them down

## One

Words.

## Two

Words.
`;
const KEYS = {
  title: 'Every part of a page',
  downloads: [{ file: 'bids.csv', title: 'All bids' }],
};

export type JourneySite = {
  readonly origin: string;
  /** The same site for a browser that runs no script. */
  readonly plainOrigin: string;
  readonly close: () => Promise<void>;
};

/** Serves the fixture content and the article. */
export async function openJourneySite(): Promise<JourneySite> {
  const folder = await copyFixture({
    [`articles${ARTICLE}.md`]: formatArticle(KEYS, BODY),
    'articles/seo/on-page-seo/every-part-figure.svg': FIGURE,
    'articles/seo/on-page-seo/bids.csv': 'keyword,bid\ncake,1.20\n',
  });
  const node = await createSiteNode({ CONTENT_DIR: folder });
  const plain = await removeScripts(node.origin());
  return {
    origin: node.origin(),
    plainOrigin: plain.origin,
    close: async () => {
      await plain.close();
      await node[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * A proxy that takes the scripts out of each page: the engines have no common way to turn them off.
 */
async function removeScripts(origin: string) {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(origin + url);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    const body = Buffer.from(await answer.arrayBuffer());
    const isPage = type.startsWith('text/html');
    response.end(isPage ? body.toString().replaceAll(/<script\b.*?<\/script>/gs, '') : body);
  });
  return listenLocally(server);
}
