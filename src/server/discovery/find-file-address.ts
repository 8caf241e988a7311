import { files } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import { FEED_SOURCES } from '../feeds/feed-sources.ts';

const FEEDS = FEED_SOURCES.flatMap(({ path }) =>
  (['rss', 'atom', 'json'] as const).map((format) => files.feed(format, path)),
);
const ADDRESSES: ReadonlySet<string> = new Set([files.robots(), files.llms(), ...FEEDS]);

/** Where a file that is asked for by another spelling of its address is (`/SEO/feed.xml/`); undefined for anything else. */
export function findFileAddress(pathname: string): string | undefined {
  const canonical = parseCanonicalPath(pathname);
  return canonical !== undefined && canonical !== pathname && ADDRESSES.has(canonical)
    ? canonical
    : undefined;
}
