/**
 * The cost of one unit of each. Processor times come from this project's measurements, on a busy
 * machine, which makes them up to twice as long; `--measure` repeats those that say “measured”.
 */
export const UNITS = {
  node: {
    /** A cached article with Brotli: measured, 0.21 to 0.36. */
    hitMs: 0.36,
    /**
     * An article that this process never rendered, with its related articles and Brotli: measured.
     * Again it takes 2 to 3 ms (docs/speed.md).
     */
    renderMs: 13,
    /** A counted view: measured. */
    viewMs: 1.4,
    /**
     * Bytes of an article in the page cache: the page, its Brotli form and the overhead of
     * `src/server/cache/encoded-answer.ts`; docs/speed.md.
     */
    cachedPageBytes: 51_000 + 9_000 + 4_000,
    /** Memory at rest, without the page cache (docs/speed.md), and as much for the follower. */
    memoryBytes: 2 * 144e6,
    /** Bytes in `index.sqlite` for an article of 700 words: `library` with 100,000. */
    indexBytesPerArticle: 8_900,
    /**
     * Work for each change of content: the CRC of the index (0.22 s for 104 MB, record 019), both
     * manifests and their hash (measured once at 100,000).
     */
    syncMsPerArticle: 0.0188 + 0.0045,
    /**
     * Work to show the changed total of an article: measured once at 100,000, when each poll
     * compared all.
     */
    totalsMsPerRow: 0.0033,
    /**
     * Work to receive all content for the first time: fetching and checking (measured), and writing
     * the index (`library`, 10,000).
     */
    fullSyncMsPerArticle: 0.69 + 2,
    /** A first sync holds keys, hashes and outlines: `--grow 100000`. */
    fullSyncBytes: 220e6,
    fullSyncBytesPerArticle: 2_100,
    /**
     * Work to divide the sitemap into files after a publish and to write all of them, in many
     * turns: `turns` at 100,000.
     */
    sitemapMsPerArticle: 0.047,
  },
  database: {
    /** A poll of a node when nothing changed, for any number of articles: `--grow 100000`. */
    pollMs: 0.85 + 0.25,
    pollBytes: 173 + 174,
    /** The total of an article that changed since a node's last poll: `--grow 100000`. */
    totalsMsPerRow: 0.0011,
    totalsBytesPerRow: 36,
    /** Counting one article of a batch of views: measured. */
    countedMsPerArticle: 0.03,
    /** Keys and hashes, which each node reads at a publish: `--grow 100000`. */
    manifestBytesPerArticle: 94,
    manifestMsPerArticle: 0.0006,
    /** Texts and fields of an article of 700 words: measured. */
    articleBytes: 3_700,
    /** Each node: one that follows content, one that sends views. */
    connectionsPerNode: 2,
    /** `DATABASE_POLL_SECONDS` */
    pollSeconds: 5,
    /** One for the content, one for whether there are posts, and two for the totals. */
    statementsPerPoll: 4,
    /** One counts views, the other counts them by day. */
    statementsPerBatch: 2,
  },
  publisher: {
    /** Publishing to PostgreSQL, without compiling: `--grow 100000`. */
    memoryBytes: 130e6,
    bytesPerArticle: 1_400,
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
} as const;
