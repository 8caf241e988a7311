/**
 * The cost of one unit of each. Processor times come from this project's measurements, on a busy machine, which makes them up to twice
 * as long; `--measure` repeats those that say “measured”.
 */
export const UNITS = {
  node: {
    /** A cached article with Brotli: measured, 0.21 to 0.36. */
    hitMs: 0.36,
    /** An article that this process never rendered, with its related articles and Brotli: measured. Again it takes 2 to 3 ms (docs/speed.md). */
    renderMs: 13,
    /** A counted view: measured. */
    viewMs: 1.4,
    /** Of an article in the page cache: the page, its Brotli form and the overhead of `src/server/cache/encoded-answer.ts`; docs/speed.md. */
    cachedPageBytes: 51_000 + 9_000 + 4_000,
    /** At rest, without the page cache (docs/speed.md), and as much for the follower. */
    memoryBytes: 2 * 144e6,
    /** Of `index.sqlite`, 700 words per article: `library` with 100,000. */
    indexBytesPerArticle: 8_900,
    /** For each change of content: the CRC of the index (0.22 s for 104 MB, record 019), both manifests and their hash (measured once at 100,000). */
    syncMsPerArticle: 0.0188 + 0.0045,
    /** To compare PostgreSQL's totals of views with its own at a poll: measured once at 100,000. */
    totalsMsPerArticle: 0.0033,
    /** To receive all content for the first time: fetching and checking (measured), and writing the index (`library`, 10,000). */
    fullSyncMsPerArticle: 0.69 + 2,
    /** A full sync holds all articles: measured, 11 at 100,000 and 21 at 10,000. */
    fullSyncHeapBytesPerArticle: 11_000,
    /** The list of a sitemap, made again for each of its files, in the process that answers: measured once at 100,000. */
    sitemapMsPerArticle: 0.026,
    /** `/api/posts` without a page: measured once at 100,000. */
    allPostsMsPerArticle: 0.0095,
  },
  database: {
    /** The hash of all content that each poll asks for: measured. */
    digestMsPerArticle: 0.0012,
    /** The totals of all viewed articles that each poll asks for: measured. */
    totalsMsPerArticle: 0.00026,
    totalsBytesPerArticle: 35,
    /** The search for posts whose heat lies in the future, after each batch of views: measured. */
    heatCheckMsPerArticle: 0.0001,
    /** Counting one article of a batch of views: measured. */
    countedMsPerArticle: 0.03,
    /** Keys and hashes, which each node reads at a publish: measured. */
    manifestBytesPerArticle: 80,
    /** Texts and fields of an article of 700 words: measured. */
    articleBytes: 3_700,
    /** Each node: one that follows content, one that sends views. */
    connectionsPerNode: 2,
    /** `DATABASE_POLL_SECONDS` */
    pollSeconds: 5,
    /** To count views, to check their heat, and to count them by day. */
    statementsPerBatch: 3,
  },
} as const;

/** What one machine has: assumptions, to be replaced by your own. */
export const MACHINES = {
  nodeCores: 4,
  nodeMemoryBytes: 16e9,
  nodeDiskBytes: 100e9,
  /** V8's limit on a machine of 16 GB. */
  nodeHeapBytes: 4e9,
  databaseCores: 16,
  databaseConnections: 500,
  /** 10 Gbit/s. */
  databaseBytesPerSecond: 1.25e9,
  /** Longer pauses of a process fail health checks. */
  pauseMs: 5_000,
} as const;
