import { z } from 'zod';
import { isOwnSegment } from '../../site/addresses.ts';
import { FONT_TYPE } from '../../site/brand/own-style.ts';
import { hasSlug } from '../../site/create-slug.ts';
import { isDownload } from '../../site/downloads.ts';
import { LINE_MAX_LENGTH } from '../../site/limits.ts';
import { isLegacyPath } from '../../site/paths/legacy-paths.ts';
import { hasHostIfAbsolute, TARGET_PATTERN } from '../../site/paths/redirects.ts';
import { PUBLIC_FILE } from '../../site/public-files.ts';
import {
  type ContentRecord,
  type DerivedFields,
  type Fields,
  RECORD_FIELDS,
  type RecordField,
  type RecordKind,
  type RecordOf,
  recordKey,
  type ValueType,
} from '../../site/records.ts';
import { isSlug, RESERVED_SLUGS } from '../../site/slugs.ts';
import { brandSchema, siteSchema } from '../pages/site-schema.ts';
import type { RowValues } from './record-tables.ts';

export type CheckHtml = (
  html: string,
) =>
  | { readonly kind: 'good'; readonly html: string; readonly facts: DerivedFields }
  | { readonly kind: 'refused'; readonly reason: string };

export type RowCheck =
  | { readonly kind: 'good'; readonly record: ContentRecord }
  | { readonly kind: 'refused'; readonly reason: string };

const slug = z
  .string()
  .refine(isSlug, 'is not a slug (lower-case letters, digits and single hyphens)');
const postSlug = slug.refine((text) => !RESERVED_SLUGS.has(text), 'is reserved for the API');
const line = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(LINE_MAX_LENGTH, `is longer than ${LINE_MAX_LENGTH} characters`)
  .refine(
    (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
    'holds a line break or a control character',
  );
/** Other programs read dates with four digits for the year only. */
const time = z
  .int()
  .min(Date.parse('0001-01-01T00:00:00Z'), 'is before the year 1')
  .max(Date.parse('9999-12-31T23:59:59.999Z'), 'is after the year 9999');
const target = z
  .string()
  .refine(
    (text) => TARGET_PATTERN.test(text) && hasHostIfAbsolute(text),
    'is neither a path of this site nor an https address',
  );
const externalUrl = z.url({ protocol: /^https$/, error: 'is not an https address' });
const redirect = z.strictObject({
  from: z.string().startsWith('/', 'is not a path'),
  isPrefix: z.boolean(),
  status: z.literal([301, 302, 410]),
  to: target.optional(),
  activeFrom: time,
});

const PICTURE =
  /^<picture>(?:<source type="image\/[a-z]+" srcset="[^"<>]*" sizes="[^"<>]*">)*<img src="\/media\/[\w.-]+" alt="[^"<>]*" width="\d+" height="\d+" loading="lazy"><\/picture>$/;

const CHECKS: Readonly<Record<Exclude<ValueType, 'choice'>, z.ZodType>> = {
  slug,
  postSlug,
  categorySlug: slug.refine(
    (text) => !isOwnSegment(text),
    'is the first part of other addresses of the site',
  ),
  line,
  plainText: z.string(),
  html: z.string().max(2_000_000, 'is longer than 2,000,000 characters'),
  legacyPath: z.string().refine(isLegacyPath, 'is not a path of a page'),
  redirectTarget: target,
  externalUrl,
  fileName: z.string().regex(/^[\w.-]+$/, 'is not a file name'),
  mediaType: z
    .string()
    .refine(
      (type) =>
        /^image\/[\w.+-]+$/.test(type) ||
        isDownload(type) ||
        type === PUBLIC_FILE ||
        type === FONT_TYPE,
      'is not that of a picture, a typeface or a download',
    ),
  position: z.int().min(1),
  count: z.int().min(0),
  flag: z.boolean(),
  time,
  bytes: z.strictObject({
    sha256: z.string(),
    size: z.int().min(0),
    read: z.custom<() => Uint8Array>((value) => typeof value === 'function'),
  }),
  postSlugs: z.array(postSlug),
  cover: z.strictObject({
    html: z.string().regex(PICTURE, 'is not a picture element'),
    src: z.string().regex(/^\/media\/[\w.-]+$/, 'is not a picture of this site'),
    alt: line,
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  tags: z.array(line.refine(hasSlug, 'has neither a letter nor a digit')),
  slugs: z.array(slug),
  answers: z.array(z.strictObject({ section: line.optional(), questions: z.array(line) })),
  externalUrls: z.array(externalUrl),
  synonyms: z.array(z.strictObject({ typed: line, meant: z.array(line) })),
  redirects: z.array(redirect),
  site: siteSchema,
  brand: brandSchema,
};

const ROW_SCHEMAS = new Map(
  Object.entries<Fields>(RECORD_FIELDS).map(([kind, fields]) => [kind, createRowSchema(fields)]),
);

function createRowSchema(fields: Fields): z.ZodType<RowValues> {
  const checked = Object.entries(fields).filter(([, { postgres }]) => postgres !== 'derived');
  return z.strictObject(
    Object.fromEntries(checked.map(([name, field]) => [name, createCheck(field)])),
  );
}

function createCheck({ type, values = [], optional }: RecordField): z.ZodType {
  const check = type === 'choice' ? z.enum(values) : CHECKS[type];
  return optional ? check.optional() : check;
}

export function checkRow(
  key: string,
  kind: RecordKind,
  values: RowValues,
  checkHtml: CheckHtml,
): RowCheck {
  const parsed = ROW_SCHEMAS.get(kind)?.safeParse(values);
  if (parsed?.error) return { kind: 'refused', reason: formatIssues(parsed.error) };
  const record: Record<string, unknown> = { kind, ...parsed?.data };
  if (typeof record.content === 'string') {
    const checked = checkHtml(record.content);
    if (checked.kind === 'refused') return { kind: 'refused', reason: `content ${checked.reason}` };
    record.content = checked.html;
    if (kind !== 'legacy') Object.assign(record, checked.facts);
  }
  if (!isCompleteRecord(kind, record))
    throw new Error(`The row of ${key} lacks fields of a ${kind}.`);
  if (recordKey(record) === key) return { kind: 'good', record };
  return { kind: 'refused', reason: `has the fields of ${recordKey(record)}, not of ${key}` };
}

/** Returns whether no required field is missing. */
export function isCompleteRecord<Kind extends RecordKind>(
  kind: Kind,
  record: RowValues,
): record is RecordOf<Kind> {
  const fields = Object.entries<RecordField>(RECORD_FIELDS[kind]);
  return fields.every(([name, { optional }]) => optional || name in record);
}

function formatIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
}
