import type {
  ContentRecord,
  MediaRecord,
} from '../../packages/marketing-workbench/src/site/records.ts';

/** Returns the pictures of texts, without the icons of the site. */
export function listPictureRecords(records: readonly ContentRecord[]): readonly MediaRecord[] {
  const icons = new Set(
    records.flatMap((record) => (record.kind === 'site' ? Object.values(record.brand.icons) : [])),
  );
  return records.filter((record) => record.kind === 'media').filter(({ name }) => !icons.has(name));
}
