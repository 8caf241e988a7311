import { z } from 'zod';
import { isSlug } from '../site/slugs.ts';
import { isTimeZone } from '../site/time/time-zones.ts';
import { analyticsSchema } from './analytics.ts';
import { didYouMean } from './did-you-mean.ts';
import { SETTING_LIMITS } from './value-limits.ts';
import { explain, line, list, strict } from './yaml.ts';

const NAME = `write 1 to ${SETTING_LIMITS.name} characters`;
const SLUG = 'write lower-case letters, digits and single hyphens, such as local-seo';
const DOMAIN = 'write the host alone in lower case, such as www.example.com';
const DESCRIPTION = `write one or two sentences (at most ${SETTING_LIMITS.description} characters)`;
const URL_ADVICE = 'write a whole address, such as https://social.example/shop';
const TARGET = 'write a path such as /about, or a whole address that begins with https://';
export const MENU_ENTRY = 'write the slug of a category, news, or { label: …, to: /… }';

const TIME_ZONE = 'write its IANA name, such as Europe/Berlin';
const LANGUAGE = 'write its code, such as en or de-AT';

type FormHint = {
  /** Values are colours. */
  readonly isColour?: true;
  /** The key of the object that a text alone stands for: `accent: "#0a7d4f"` for its `light`. */
  readonly short?: string;
  readonly hint?: string;
};

/** What a form has to know of a value beside its JSON Schema. */
export const FORM_HINTS = z.registry<FormHint>();

const name = line({ min: 1, max: SETTING_LIMITS.name, advice: NAME });
const description = line({ min: 1, max: SETTING_LIMITS.description, advice: DESCRIPTION });
const slug = line({ min: 1, max: SETTING_LIMITS.slug, advice: SLUG }).refine(isSlug, {
  error: `is not a slug; ${SLUG}`,
});
const COLOUR = 'write # and six digits of 0 to 9 and a to f in quotes, such as "#0a7d4f"';
const hex = z
  .string({ error: explain('is not a colour', COLOUR) })
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, {
    error: `is not a colour; ${COLOUR}`,
  })
  .register(FORM_HINTS, { isColour: true });
/** Accepts one colour, from which both schemes are derived, or one for each scheme. */
const colour = z
  .union([hex, strict({ light: hex, dark: hex })], {
    error: explain('is not a colour', `${COLOUR}, or light and dark with one each`),
  })
  .register(FORM_HINTS, { short: 'light', hint: 'Without dark, the dark scheme is derived.' });
const colours = strict({
  paper: colour,
  panel: colour,
  sunken: colour,
  ink: colour,
  soft: colour,
  line: colour,
  edge: colour,
  accent: colour,
  'accent-strong': colour,
  'on-accent': colour,
  mark: colour,
}).partial();

/** Accepts a name of the icon set, or one class or several. */
function createIconSchema(example: string) {
  const advice = `write the name of an icon, such as ${example}`;
  return line({ min: 1, max: 100, advice }).regex(/^[\w -]+$/, {
    error: `is neither the name of an icon nor a class; ${advice}`,
  });
}

export const CATEGORY_PICTURE =
  'write the name of an SVG or PNG in the folder categories, such as bread.svg';

const PROFILES_MAX = 20;
const MENU_ENTRIES_MAX = 50;

function describeTooMany(max: number) {
  return { error: `has more than ${max} entries; leave some out or join them` };
}

const named = { slug, name, description: description.optional() };
const subcategory = strict(named);
const categorySchema = strict({
  ...named,
  /** A neutral one: a page. */
  icon: createIconSchema('BiSearch').default('MdArticle'),
  picture: line({ min: 1, max: 100, advice: CATEGORY_PICTURE }).optional(),
  motif: z
    .literal(['ads', 'feed', 'email', 'search', 'news', 'blocks'], {
      error: explain('is not a motif', 'write ads, feed, email, search, news or blocks'),
    })
    .default('blocks'),
  colour: colour.optional(),
  subcategories: list(subcategory, 'write each as "- slug: …" with "name: …" below it')
    .max(SETTING_LIMITS.subcategories, describeTooMany(SETTING_LIMITS.subcategories))
    .default([]),
});

const profile = strict({
  name,
  url: z.url({ protocol: /^https$/, error: explain('is not an address', URL_ADVICE) }),
  handle: line({ min: 2, max: 60, advice: 'write it with its @' }).optional(),
  icon: createIconSchema('SiMastodon').optional(),
});

const menuEntry = z
  .union(
    [
      slug,
      strict({
        label: name,
        to: z
          .string({ error: explain('is not an address', TARGET) })
          .regex(/^(?:\/(?!\/)|https:\/\/)\S*$/, {
            error: `is not an address; ${TARGET}`,
          }),
      }),
    ],
    { error: explain('is not a menu entry', MENU_ENTRY) },
  )
  .register(FORM_HINTS, {
    short: 'to',
    hint: 'To: the slug of a category or news, without a label; or a path or an address with https:// and its label.',
  });

const VERIFICATION = 'write the code alone, without the tag around it';
const code = line({ min: 1, max: 200, advice: VERIFICATION })
  .regex(/^[^\s<>"]+$/, { error: `is not a code; ${VERIFICATION}` })
  .optional();

const [DAYS_KEPT_MAX, ROWS_PER_DAY_MAX] = [3_650, 100_000];

function createNumberSchema(min: number, max: number) {
  const error = explain('is not valid', `write a whole number from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const yesOrNo = z.boolean({ error: explain('is neither true nor false', 'write true or false') });
const counting = strict({
  daysKept: createNumberSchema(1, DAYS_KEPT_MAX),
  rowsPerDay: createNumberSchema(1, ROWS_PER_DAY_MAX),
  sources: yesOrNo,
  searches: yesOrNo,
  missing: yesOrNo,
}).partial();

/** Describes `site.yaml`: what differs from the built-in site. All keys are optional. */
export const siteYamlSchema = strict({
  name: name.optional(),
  domain: line({ min: 3, max: 250, advice: DOMAIN })
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/, { error: `is not a domain; ${DOMAIN}` })
    .optional(),
  description: line({
    min: 1,
    max: SETTING_LIMITS.siteDescription,
    advice: `write at most ${SETTING_LIMITS.siteDescription} characters`,
  }).optional(),
  language: z
    .string({ error: explain('is not a language', LANGUAGE) })
    .refine(isLanguage, { error: `is not a language; ${LANGUAGE}` })
    .describe(`${LANGUAGE}; it is that of the texts, and the words of the interface stay English`)
    .optional(),
  timeZone: z
    .string({ error: explain('is not a time zone', TIME_ZONE) })
    .refine(isTimeZone, {
      error: ({ input }) =>
        `“${input}” is not a time zone; ${didYouMean(String(input), Intl.supportedValuesOf('timeZone'), TIME_ZONE)}`,
    })
    .describe(`${TIME_ZONE}; dates are read and shown in it, without it in UTC`)
    .optional(),
  hero: strict({
    title: line({
      min: 1,
      max: SETTING_LIMITS.heroTitle,
      advice: `write at most ${SETTING_LIMITS.heroTitle} characters`,
    }),
    text: line({ min: 1, max: 400, advice: 'write at most 400 characters' }),
  }).optional(),
  colours: colours.optional(),
  headings: z
    .literal(['serif', 'sans'], { error: explain('is not a typeface', 'write serif or sans') })
    .optional(),
  corners: z
    .literal(['round', 'square'], {
      error: explain('is not a form of corners', 'write round or square'),
    })
    .optional(),
  profiles: list(profile, 'write each as "- name: …" with "url: …" below it, or [] for none')
    .max(PROFILES_MAX, describeTooMany(PROFILES_MAX))
    .optional(),
  categories: list(categorySchema, 'write each as "- slug: …" with "name: …" below it')
    .max(SETTING_LIMITS.categories, describeTooMany(SETTING_LIMITS.categories))
    .optional(),
  news: strict({
    ...named,
    category: slug,
    menuName: name.optional(),
    colour: colour.optional(),
    path: z.string().regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, {
      error: explain('is not a path of one segment', 'write one such as /news'),
    }),
  }).optional(),
  navigation: list(menuEntry, MENU_ENTRY)
    .max(MENU_ENTRIES_MAX, describeTooMany(MENU_ENTRIES_MAX))
    .optional(),
  verification: strict({
    google: code,
    bing: code,
    yandex: code,
    baidu: code,
    naver: code,
    pinterest: code,
    facebook: code,
  }).optional(),
  analytics: analyticsSchema.optional(),
  counting: counting.optional(),
});

export function isLanguage(tag: string): boolean {
  try {
    const isKnown =
      new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined;
    return isKnown && /^[a-z]{2,3}(?:-|$)/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

export type SiteYaml = z.infer<typeof siteYamlSchema>;
