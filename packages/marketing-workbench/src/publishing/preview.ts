import type { CommandRun } from '../command/create-command.ts';
import type { TextOutline } from '../content/checks/check-site.ts';
import { formatPreviewPath, pages } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import type { LiveTest } from '../site/live.ts';
import { formatOrigin, type News } from '../site/settings.ts';
import { PREVIEW_DAYS, signPreview } from '../store/posts/preview-links.ts';
import { compileWithCaches } from './compile-with-caches.ts';

const NO_SECRET =
  'PREVIEW_SECRET is not set. Set it to the same 32 characters or more where you publish and on each node, publish, and run this again; openssl rand -hex 32 prints a good one.';

export const preview: CommandRun = async (
  { contentDir, dataDir, origin, previewSecret },
  { positionals: [slug = ''] },
) => {
  if (previewSecret === undefined) {
    console.error(NO_SECRET);
    return 1;
  }
  return compileWithCaches(
    contentDir,
    { dataDir, wanted: 'drafts', pictures: 'named' },
    async ({ records, texts }, isLive) => {
      const site = findSettings(records);
      const now = Date.now();
      const problem = findPreviewProblem(
        texts.map(({ outline }) => outline),
        { slug, isLive, news: site.news },
      );
      if (problem !== undefined) {
        console.error(problem);
        return 1;
      }
      const until = Math.floor(now / 1000) + PREVIEW_DAYS * 24 * 60 * 60;
      console.log(
        `${origin ?? formatOrigin(site)}${formatPreviewPath(signPreview(previewSecret, slug, until))}`,
      );
      console.log(
        `It shows the text as last published (npm run content -- publish) until ${new Date(until * 1000).toISOString()}.`,
      );
      return 0;
    },
  );
};

type WantedPreview = {
  readonly slug: string;
  readonly isLive: LiveTest;
  readonly news: News | undefined;
};

/** Says why there is nothing to preview, or returns undefined. */
function findPreviewProblem(
  outlines: readonly TextOutline[],
  { slug, isLive, news }: WantedPreview,
): string | undefined {
  const hidden = outlines.filter(
    (text) =>
      text.kind === 'draft' ||
      text.kind === 'pageDraft' ||
      (text.kind === 'post' && !isLive('post', text.slug, text.publishedAt)),
  );
  if (hidden.some((text) => text.slug === slug)) return undefined;
  const published = outlines.find((text) => text.kind !== 'legacy' && text.slug === slug);
  if (published !== undefined) {
    const address = published.kind === 'post' ? pages.article(published, news) : pages.page(slug);
    return `${slug} is published already, at ${address}.`;
  }
  const slugs = hidden.map((text) => text.slug).toSorted();
  const advice = slugs.length === 0 ? 'there are none' : `write one of ${slugs.join(', ')}`;
  return `No draft or scheduled article without problems has the slug ${slug}; ${advice}.`;
}
