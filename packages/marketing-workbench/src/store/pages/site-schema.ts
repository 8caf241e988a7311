import { z } from 'zod';
import {
  ANALYTICS_ID,
  ANALYTICS_SERVICES,
  HOST_REQUIRED,
  isAnalyticsHost,
} from '../../site/analytics.ts';
import type { Brand } from '../../site/brand/brand.ts';
import { STYLE_BYTES_MAX } from '../../site/brand/own-style.ts';
import { PUBLIC_PATH } from '../../site/public-files.ts';
import type { SiteSettings } from '../../site/settings.ts';
import { isSlug } from '../../site/slugs.ts';
import { isTimeZone } from '../../site/time/time-zones.ts';

const slug = z.string().refine(isSlug, 'is not a slug');
const optionalText = z.string().max(2_000, 'is longer than 2,000 characters');
const text = optionalText.min(1, 'is empty');
const fileName = z.string().regex(/^[\w.-]+$/, 'is not a file name');
const named = { slug, name: text };
const menuLink = { label: text, to: z.string().regex(/^(?:\/(?!\/)|https:\/\/)\S*$/) };

/** The settings of a site as they are published. */
export const siteSchema: z.ZodType<SiteSettings> = z.strictObject({
  name: text,
  domain: text,
  description: optionalText,
  language: text,
  timeZone: text.refine(isTimeZone, 'is not a time zone').optional(),
  hero: z.strictObject({ title: text, text: optionalText }),
  profiles: z.array(
    z.strictObject({ name: text, url: z.url(), handle: text.optional(), icon: text.optional() }),
  ),
  categories: z.array(
    z.strictObject({
      ...named,
      icon: text,
      motif: text,
      subcategories: z.array(z.strictObject(named)),
    }),
  ),
  news: z
    .strictObject({
      ...named,
      category: slug,
      menuName: text,
      path: z.string().regex(/^\/[a-z0-9-]+$/),
    })
    .optional(),
  navigation: z.array(z.strictObject({ ...menuLink, links: z.array(z.strictObject(menuLink)) })),
  verification: z.record(text, text.optional()).optional(),
  publicFiles: z.record(z.string().regex(PUBLIC_PATH), fileName).optional(),
  analytics: z
    .strictObject({
      service: z.enum(ANALYTICS_SERVICES),
      host: z.string().refine(isAnalyticsHost).optional(),
      id: z.string().regex(ANALYTICS_ID).optional(),
    })
    .refine(({ service, host }) => host !== undefined || !HOST_REQUIRED.includes(service))
    .optional(),
  counting: z
    .strictObject({
      daysKept: z.int().min(1),
      rowsPerDay: z.int().min(1),
      sources: z.boolean(),
      searches: z.boolean(),
      missing: z.boolean(),
    })
    .optional(),
  brandHash: z.string().regex(/^[0-9a-f]+$/),
});

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'is not a colour');
const colours = z.strictObject({ light: colour, dark: colour });
const tokens = z.strictObject({
  paper: colours,
  panel: colours,
  sunken: colours,
  ink: colours,
  soft: colours,
  line: colours,
  edge: colours,
  accent: colours,
  'accent-strong': colours,
  'on-accent': colours,
  mark: colours,
});

export const brandSchema: z.ZodType<Brand> = z.strictObject({
  palette: z.strictObject({ colours: tokens, themes: z.record(slug, colours) }),
  look: z.strictObject({
    headings: z.enum(['serif', 'sans']),
    corners: z.enum(['round', 'square']),
    direction: z.literal('rtl').optional(),
  }),
  logo: z.string().max(40_000).startsWith('<svg ', 'is not an SVG'),
  drawings: z.record(
    z.string().regex(/^\w+$/, 'is not the name of an icon'),
    z.string().max(20_000),
  ),
  pictures: z.record(z.string().regex(/^picture-[a-z0-9-]+$/), fileName).optional(),
  style: z
    .strictObject({
      css: z.string().max(2 * STYLE_BYTES_MAX),
      hash: z.string().regex(/^[0-9a-f]+$/),
    })
    .optional(),
  icons: z.record(z.string(), z.string()),
});
