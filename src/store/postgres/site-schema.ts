import { z } from 'zod';
import type { SiteSettings } from '../../site/site.ts';
import { isSlug } from '../../site/slugs.ts';

const slug = z.string().refine(isSlug, 'is not a slug');
const optionalText = z.string().max(2_000, 'is longer than 2,000 characters');
const text = optionalText.min(1, 'is empty');
const named = { slug, name: text };

/** The settings of a site as they are published. */
export const siteSchema: z.ZodType<SiteSettings> = z.strictObject({
  name: text,
  domain: text,
  description: optionalText,
  language: text,
  hero: z.strictObject({ title: text, text: optionalText }),
  profiles: z.array(z.strictObject({ name: text, url: z.url(), handle: text.optional() })),
  categories: z.array(
    z.strictObject({
      ...named,
      icon: text,
      motif: text,
      subcategories: z.array(z.strictObject(named)),
    }),
  ),
  news: z
    .strictObject({ ...named, category: slug, menuName: text, path: z.string().regex(/^\/[a-z0-9-]+$/) })
    .optional(),
});
