import { SETTING_LIMITS } from 'marketing-workbench/content/value-limits';
import { stringify } from 'yaml';
import type { SourceSite } from '../source.ts';
import { cleanLine, truncateText } from './clean-text.ts';
import type { MappedCategory } from './mapping.ts';

const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Returns `site.yaml` with the categories of the mapping. */
export function formatSite(site: SourceSite, mapping: readonly MappedCategory[]): string {
  const domain = URL.parse(site.origins[0] ?? '')?.hostname ?? '';
  const language = formatLanguage(site.language);
  const settings = {
    name: truncateText(cleanLine(site.name) || domain || 'My site', SETTING_LIMITS.name),
    // A site that only ran on its owner's computer has no domain.
    ...(DOMAIN.test(domain) && { domain }),
    ...(cleanLine(site.description) !== '' && {
      description: truncateText(cleanLine(site.description), SETTING_LIMITS.siteDescription),
    }),
    ...(language !== undefined && { language }),
    categories: listMappedCategories(site, mapping),
  };
  return `# Written by the import. All keys are optional.\n${stringify(settings, { lineWidth: 0 })}`;
}

function listMappedCategories({ categories }: SourceSite, mapping: readonly MappedCategory[]) {
  const describePlace = (place: string) => {
    const row = mapping.find(({ to }) => to === place);
    const description = cleanLine(categories.find(({ slug }) => slug === row?.from)?.description);
    const name = truncateText(row?.name ?? place, SETTING_LIMITS.name);
    return {
      slug: place.split('/').at(-1) ?? '',
      name,
      ...(description !== '' && {
        description: truncateText(description, SETTING_LIMITS.description),
      }),
    };
  };
  const folders = [...new Set(mapping.map(({ to }) => to))];
  return [...new Set(folders.map((folder) => folder.split('/')[0] ?? ''))].map((top) => {
    const below = folders.filter((folder) => folder.startsWith(`${top}/`)).map(describePlace);
    return { ...describePlace(top), ...(below.length > 0 && { subcategories: below }) };
  });
}

/**
 * Returns a language tag; undefined for an unknown one. Exports have `en_US` or `EN`, and some have
 * invalid tags.
 */
function formatLanguage(language: string): string | undefined {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(language.trim().replaceAll('_', '-'));
    const isKnown =
      new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined;
    return isKnown && /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
