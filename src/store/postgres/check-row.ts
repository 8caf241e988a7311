import type { z } from 'zod';
import { type ContentRecord, recordKey } from '../../site/records.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';
import type { Fields } from './rows.ts';

export type HtmlFacts = { readonly headings: string; readonly text: string; readonly readTime: number };

/** HTML as it may be shown, with what it says; or why it may not. */
export type CheckHtml = (
  html: string,
) =>
  | { readonly kind: 'good'; readonly html: string; readonly facts: HtmlFacts }
  | { readonly kind: 'refused'; readonly reason: string };

export type RowCheck =
  | { readonly kind: 'good'; readonly record: ContentRecord }
  | { readonly kind: 'refused'; readonly reason: string };

/** The record that a row of this key says, or why it can't be taken over. */
export function checkRow(
  key: string,
  kind: ContentRecord['kind'],
  fields: Fields,
  checkHtml: CheckHtml,
): RowCheck {
  const parsed = RECORD_SCHEMAS[kind].safeParse({ ...fields, kind });
  if (!parsed.success) return { kind: 'refused', reason: formatIssues(parsed.error) };
  const written = parsed.data;
  if (written.kind !== 'post' && written.kind !== 'legacy') return checkKey(key, written);
  const checked = checkHtml(written.content);
  if (checked.kind === 'refused') return { kind: 'refused', reason: `content ${checked.reason}` };
  const { html, facts } = checked;
  if (written.kind === 'legacy') return checkKey(key, { ...written, content: html });
  return checkKey(key, { ...written, content: html, ...facts });
}

function checkKey(key: string, record: ContentRecord): RowCheck {
  if (recordKey(record) === key) return { kind: 'good', record };
  return { kind: 'refused', reason: `says that it is ${recordKey(record)}` };
}

function formatIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
}
