import type { LargeCompilation, TextOutline } from '../content/checks/check-site.ts';
import { formatCount } from '../content/format-count.ts';
import { FONT_TYPE } from '../site/brand/own-style.ts';
import { findSettings } from '../site/default-site.ts';
import { isDownload } from '../site/downloads.ts';
import type { LiveTest } from '../site/live.ts';
import { PUBLIC_FILE } from '../site/public-files.ts';
import { formatDayAndTime } from '../site/time/time-zones.ts';

export const NOTHING_PUBLISHED = 'Nothing was published; what was published before is untouched.';

/**
 * Formats findings as "no problems", "no errors, 2 pieces of advice" or "1 error to fix, 2 pieces
 * of advice".
 */
export function formatFindings({
  problems,
  advice,
}: Pick<LargeCompilation, 'problems' | 'advice'>): string {
  if (problems.length + advice.length === 0) return 'no problems';
  const errors =
    problems.length === 0 ? 'no errors' : `${formatCount(problems.length, 'error')} to fix`;
  return advice.length === 0
    ? errors
    : `${errors}, ${formatCount(advice.length, 'piece')} of advice`;
}

type CountedContent = Pick<LargeCompilation, 'media' | 'records' | 'drafts'> & {
  readonly outlines: readonly TextOutline[];
};

/**
 * Formats the content as "96 live articles, 2 scheduled (the next on 2026-03-04 at 09:00 UTC), 1
 * draft, 28 legacy posts, 90 pictures".
 */
export function formatContentCounts(
  { records, media, outlines, drafts }: CountedContent,
  isLive: LiveTest,
): string {
  const count = (wanted: string) =>
    [...records, ...outlines].filter(({ kind }) => kind === wanted).length;
  const downloads = media.filter(({ type }) => isDownload(type)).length;
  const publicFiles = media.filter(({ type }) => type === PUBLIC_FILE).length;
  const fonts = media.filter(({ type }) => type === FONT_TYPE).length;
  const icons = records.flatMap((record) =>
    record.kind === 'site' ? Object.keys(record.brand.icons) : [],
  );
  const posts = outlines.filter((outline) => outline.kind === 'post');
  const later = posts
    .flatMap(({ slug, publishedAt }) => (isLive('post', slug, publishedAt) ? [] : publishedAt))
    .toSorted((one, other) => one - other);
  const preview = count('draft') + count('pageDraft') === 0 ? '' : ' for preview links only';
  return [
    formatCount(posts.length - later.length, 'live article'),
    ...later
      .slice(0, 1)
      .map(
        (next) =>
          `${later.length} scheduled (the next on ${formatDayAndTime(next, findSettings(records).timeZone)})`,
      ),
    ...(drafts === 0 ? [] : [formatCount(drafts, 'draft') + preview]),
    formatCount(count('legacy'), 'legacy post'),
    formatCount(media.length - downloads - publicFiles - fonts - icons.length, 'picture'),
    ...(downloads === 0 ? [] : [formatCount(downloads, 'download')]),
    ...(fonts === 0 ? [] : [formatCount(fonts, 'typeface file')]),
    ...(publicFiles === 0 ? [] : [formatCount(publicFiles, 'public file')]),
  ].join(', ');
}
