import { z } from 'zod';
import { isOwnSegment } from '../../site/addresses.ts';
import { findLegacyPath, LEGACY_PATHS } from '../../site/legacy-paths.ts';
import type { ContentRecord } from '../../site/records.ts';
import { isSlug, RESERVED_SLUGS } from '../../site/slugs.ts';

/** What a post's HTML says besides itself. */
export type DerivedField = 'headings' | 'text' | 'readTime';

type Kind = ContentRecord['kind'];
type WrittenOf<K extends Kind> = Omit<Extract<ContentRecord, { kind: K }>, DerivedField>;
type Shape<K extends Kind> = { readonly [Field in keyof WrittenOf<K>]-?: z.ZodType };

const slug = z.string().refine(isSlug, 'is no slug: lower-case letters, digits and single hyphens');
const postSlug = slug.refine(
  (text) => !RESERVED_SLUGS.has(text),
  'is a name that the calls need for themselves',
);
const categorySlug = slug.refine(
  (text) => !isOwnSegment(text),
  'begins addresses that the site needs for itself',
);
const line = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(500, 'is longer than 500 characters')
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'holds a line break or a control character');
const html = z.string().max(2_000_000, 'is longer than 2,000,000 characters');
const position = z.int().min(1);
/** As far as dates are written with four digits: beyond, no other program reads what is said of them. */
const time = z
  .int()
  .min(Date.parse('0001-01-01T00:00:00Z'), 'is before the year 1')
  .max(Date.parse('9999-12-31T23:59:59.999Z'), 'is after the year 9999');
const target = z
  .string()
  .refine(
    (text) => /^(?:\/(?!\/)|https:\/\/)\S*$/.test(text),
    'is neither a path of this site nor an https address',
  );

const legacyUrl = z
  .string()
  .refine((text) => LEGACY_PATHS.includes(text), 'is not in the list of legacy paths');
/** In one step, and so never in a circle. */
const redirectTarget = target.refine(
  (text) => findLegacyPath(text.replace(/[?#].*/, '')) === undefined,
  'is a legacy path itself',
);

/** What a row must say to be taken over, kind by kind; complete by type. */
export const RECORD_SCHEMAS: { readonly [K in Kind]: z.ZodType<WrittenOf<K>> } = {
  category: strict<'category'>()({
    kind: z.literal('category'),
    slug: categorySlug,
    name: line,
    description: line,
    icon: line,
    position,
    learningPath: z.array(postSlug).optional(),
  }),
  subcategory: strict<'subcategory'>()({
    kind: z.literal('subcategory'),
    slug,
    category: slug,
    name: line,
    description: line,
    position,
  }),
  post: strict<'post'>()({
    kind: z.literal('post'),
    slug: postSlug,
    category: slug,
    subcategory: slug.optional(),
    title: line,
    excerpt: line,
    metaDescription: line,
    content: html,
    publishedAt: time,
    updatedAt: time.optional(),
    featured: z.boolean(),
  }),
  legacy: strict<'legacy'>()({
    kind: z.literal('legacy'),
    slug,
    title: line,
    legacyUrl,
    redirectTo: redirectTarget.optional(),
    metaDescription: line,
    content: html,
    updatedAt: time.optional(),
  }),
  media: strict<'media'>()({
    kind: z.literal('media'),
    name: z.string().regex(/^[\w.-]+$/, 'is no file name'),
    type: z.string().regex(/^image\/[\w.+-]+$/, 'is no type of a picture'),
    bytes: z.instanceof(Uint8Array),
  }),
  synonyms: strict<'synonyms'>()({
    kind: z.literal('synonyms'),
    slug: z.literal('synonyms'),
    names: z.array(z.strictObject({ typed: line, meant: z.array(line) })),
  }),
  redirects: strict<'redirects'>()({
    kind: z.literal('redirects'),
    slug: z.literal('redirects'),
    redirects: z.array(
      z.strictObject({
        from: z.string().startsWith('/', 'is no path'),
        isPrefix: z.boolean(),
        status: z.literal([301, 302, 410]),
        to: target.optional(),
        activeFrom: time,
      }),
    ),
  }),
};

/** An object with exactly these fields, which must be all that the kind has. */
function strict<K extends Kind>() {
  return <Fields extends Shape<K>>(shape: Fields) => z.strictObject(shape);
}
