import { files } from '../../site/addresses.ts';

/** Crawlers may fetch everything: what should not be found says so itself. */
export function formatRobots(origin: string): string {
  const sitemaps = [files.sitemapXml(), files.newsSitemapXml()].map((path) => `Sitemap: ${origin}${path}\n`);
  return `User-agent: *\nAllow: /\n\n${sitemaps.join('')}`;
}
