import { readPlainText } from '../plain-text.ts';
import type { ImportedOutline } from '../source.ts';

type SeoFields = Pick<ImportedOutline, 'seoTitle' | 'metaDescription' | 'canonical' | 'noindex'>;

/**
 * Reads what Yoast, Rank Math, All in One SEO, SEOPress and The SEO Framework store with a post.
 */
export function readSeoFields(readMeta: (key: string) => string, title: string): SeoFields {
  const find = (...keys: readonly string[]) => keys.map(readMeta).find((value) => value !== '');
  const seoTitle = expandVariables(
    find(
      '_yoast_wpseo_title',
      'rank_math_title',
      '_aioseo_title',
      '_aioseop_title',
      '_seopress_titles_title',
      '_genesis_title',
    ),
    title,
  );
  const description = find(
    '_yoast_wpseo_metadesc',
    'rank_math_description',
    '_aioseo_description',
    '_aioseop_description',
    '_seopress_titles_desc',
    '_genesis_description',
  );
  const isHidden =
    readMeta('_yoast_wpseo_meta-robots-noindex') === '1' ||
    /noindex/.test(readMeta('rank_math_robots')) ||
    readMeta('_aioseop_noindex') === 'on' ||
    readMeta('_seopress_robots_index') === 'yes' ||
    readMeta('_genesis_noindex') === '1';
  return {
    seoTitle: seoTitle === title ? undefined : seoTitle,
    metaDescription: expandVariables(description, title),
    canonical: find(
      '_yoast_wpseo_canonical',
      'rank_math_canonical_url',
      '_aioseo_canonical_url',
      '_aioseop_custom_link',
      '_seopress_robots_canonical',
      '_genesis_canonical_uri',
    ),
    noindex: isHidden || undefined,
  };
}

/**
 * Inserts the title for `%%title%%`, `%title%` and `#post_title`; other variables, such as the site
 * name, are removed.
 */
function expandVariables(text: string | undefined, title: string): string | undefined {
  if (text === undefined) return undefined;
  const expanded = readPlainText(text)
    .replace(/%%(?:post_)?title%%|%title%|#post_title/g, title)
    .replace(/%%?sep(?:arator)?%%?|#separator_sa/g, ' - ')
    .replace(/%%?[a-z_]+(?:\([^)]*\))?%%?|#(?:site_title|tagline|post_excerpt)/g, '')
    .replace(/(?: - )(?:\s*- )+/g, ' - ')
    .replace(/\s+/g, ' ');
  const trimmed = trimSeparators(expanded);
  return trimmed === '' ? undefined : trimmed;
}

function trimSeparators(text: string): string {
  const isWord = (character: string) => !/[\s|–—·-]/.test(character);
  const characters = text.split('');
  return text.slice(
    Math.max(0, characters.findIndex(isWord)),
    characters.findLastIndex(isWord) + 1,
  );
}
