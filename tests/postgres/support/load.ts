const READERS = 2;
const PATHS = [
  '/',
  '/seo',
  '/seo/local-seo/ask-for-reviews',
  '/search?q=ads',
  '/api/posts/ad-rank',
  '/sitemap.xml',
];
const ASSET = /\/assets\/[\w.-]+\.(?:js|css)/g;
const ANSWER_WITHIN_MS = 30_000;
/** Reads without pause: a page, then the scripts and style sheets that it names. */
export function createLoad(origin: string) {
  let count = { requests: 0, assets: 0 };
  let failures: string[] = [];
  let isStopped = false;
  const get = async (path: string): Promise<string> => {
    count.requests += 1;
    try {
      const response = await fetch(`${origin}${path}`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await response.text();
      if (response.status !== 200) failures.push(`${path}: ${response.status}`);
      return text;
    } catch (error) {
      failures.push(`${path}: ${error}`);
      return '';
    }
  };
  const getAssets = async (page: string) => {
    for (const [asset] of page.matchAll(ASSET)) {
      await get(asset);
      count.assets += 1;
    }
  };
  const readPage = async (path: string) => getAssets(await get(path));
  /** A reader's tab, open from the beginning to the end. */
  const openPage = get('/');
  const repeat = async (reader: number) => {
    for (let turn = reader; !isStopped; turn += 1)
      await readPage(PATHS[turn % PATHS.length] ?? '/');
  };
  const readers = Array.from({ length: READERS }, (_, reader) => repeat(reader));
  return {
    /**
     * Reads each page once more, and the assets of the first page read; returns what was read since
     * the last round.
     */
    finishRound: async () => {
      for (const path of PATHS) await readPage(path);
      await getAssets(await openPage);
      const round = { ...count, failures };
      count = { requests: 0, assets: 0 };
      failures = [];
      return round;
    },
    [Symbol.asyncDispose]: async () => {
      isStopped = true;
      await Promise.all(readers);
    },
  };
}
