import { files, pages } from '../../site/addresses.ts';
import type { Guide } from '../../site/guide.ts';
import { SITE } from '../../site/site-info.ts';
import { formatPostAddress } from '../../site/taxonomy.ts';
import { listPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';

const ARTICLES_PER_CATEGORY = 100;

type LlmsOptions = { readonly origin: string; readonly now: number; readonly guide: Guide };

/** The newest articles with the addresses of their Markdown, for language models (llmstxt.org). */
export function formatLlms(store: Store, { origin, now, guide }: LlmsOptions): string {
  const taxonomy = readTaxonomy(store, now);
  const categories = taxonomy.categories.map((category) => {
    const { items } = listPosts(
      store,
      { categoryId: category.id, limit: ARTICLES_PER_CATEGORY, page: 1 },
      now,
    );
    const lines = items.map((post) => {
      const address = files.markdown(`${origin}${formatPostAddress(post, taxonomy)}`);
      return formatLink(post.title, address, post.excerpt);
    });
    return [`## ${category.name}`, category.description, lines.join('\n')].filter(Boolean).join('\n\n');
  });
  const guides = formatLink(guide.title, files.markdown(`${origin}${pages.guide()}`), guide.metaDescription);
  const others = [
    formatLink('All articles', `${origin}${pages.articles()}`, 'every article, newest first'),
    formatLink(
      'XML sitemap',
      `${origin}${files.sitemapXml()}`,
      'every address, with the day of its last change',
    ),
    formatLink('JSON feed', `${origin}${files.feed('json')}`, 'the newest articles with their texts'),
  ];
  const about =
    'Every article and guide can be had as Markdown: add .md to its address, or ask for it with Accept: text/markdown. Please name and link the page itself, whose address stands in the text as its canonical one.';
  return [
    `# ${SITE.name}`,
    `> ${SITE.description}`,
    about,
    `## Guides\n\n${guides}`,
    ...categories,
    `## Optional\n\n${others.join('\n')}\n`,
  ].join('\n\n');
}

function formatLink(title: string, address: string, about: string): string {
  const label = title.replace(/[[\]\\]/g, '\\$&');
  return `- [${label}](${address}): ${about}`;
}

/** Crawlers may fetch everything: pages that should not be found have a `noindex`. */
export function formatRobots(origin: string): string {
  const sitemaps = [files.sitemapXml(), files.newsSitemapXml()].map((path) => `Sitemap: ${origin}${path}\n`);
  return `User-agent: *\nAllow: /\n\n${sitemaps.join('')}`;
}
