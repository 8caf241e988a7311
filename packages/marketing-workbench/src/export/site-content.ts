import type { LargeCompilation } from '../content/checks/check-site.ts';
import { listKeyLosses } from '../content/texts/text-fields.ts';
import { files, pages } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import type { LiveTest } from '../site/live.ts';
import type { Redirect } from '../site/paths/redirects.ts';
import { PUBLIC_FILE } from '../site/public-files.ts';
import type {
  AuthorRecord,
  CategoryRecord,
  ContentRecord,
  MediaRecord,
  PostRecord,
  SubcategoryRecord,
  TextRecord,
} from '../site/records.ts';
import { formatOrigin, type SiteSettings } from '../site/settings.ts';
import type { Losses } from './losses.ts';

/** An article, guide or page, or a post of the old site, as a post or page of other programs. */
export type ExportedText = {
  readonly kind: 'post' | 'page' | 'legacy';
  readonly status: 'published' | 'scheduled' | 'draft';
  /** Path on this site. */
  readonly address: string;
} & Pick<PostRecord, 'slug' | 'title' | 'metaDescription' | 'content'> &
  Partial<Omit<PostRecord, 'kind'>>;

/** A compiled site, whose texts are read one at a time. */
export type SiteContent = {
  readonly settings: SiteSettings;
  readonly origin: string;
  readonly categories: readonly CategoryRecord[];
  readonly subcategories: readonly SubcategoryRecord[];
  readonly authors: readonly AuthorRecord[];
  readonly redirects: readonly Redirect[];
  /** Pictures and downloads by their address on the site. */
  readonly media: ReadonlyMap<string, MediaRecord>;
  /** Addresses of all texts with a page. */
  readonly addresses: readonly { readonly address: string; readonly slug: string }[];
  readonly texts: () => Iterable<ExportedText>;
};

/** Opens a compiled site, and adds what no other program has a place for to the losses. */
export function openSiteContent(
  { records, texts }: Pick<LargeCompilation, 'records' | 'texts'>,
  { isLive, losses }: { readonly isLive: LiveTest; readonly losses: Losses },
): SiteContent {
  const settings = findSettings(records);
  addSiteLosses(records, settings, losses);
  const media = records
    .filter((record) => record.kind === 'media')
    .filter(({ type }) => type !== PUBLIC_FILE);
  if (media.length > 0)
    losses.add('originals of pictures; the export has only the versions that readers see', 'media');
  const moved = texts.flatMap(({ address, outline, read }) => {
    const record = outline.kind === 'legacy' ? read() : undefined;
    const to = record?.kind === 'legacy' ? record.redirectTo : undefined;
    return to === undefined
      ? []
      : [{ from: address, to, isPrefix: false, status: 301 as const, activeFrom: 0 }];
  });
  const redirected = new Set(moved.map(({ from }) => from));
  const shown = texts.filter(({ address }) => !redirected.has(address));
  return {
    settings,
    origin: formatOrigin(settings),
    categories: records.filter((record) => record.kind === 'category'),
    subcategories: records.filter((record) => record.kind === 'subcategory'),
    authors: records.filter((record) => record.kind === 'author'),
    redirects: [
      ...records.flatMap((record) => (record.kind === 'redirects' ? record.redirects : [])),
      ...moved,
    ],
    media: new Map(media.map((record) => [files.media(record.name), record])),
    addresses: shown.map(({ address, outline }) => ({ address, slug: outline.slug })),
    texts: function* () {
      for (const text of shown) {
        const record = text.read();
        for (const loss of listKeyLosses(record)) losses.add(loss, text.file);
        yield createExportedText(record, text.address, isLive);
      }
    },
  };
}

function addSiteLosses(
  records: readonly ContentRecord[],
  settings: SiteSettings,
  losses: Losses,
): void {
  for (const record of records) {
    if (record.kind === 'synonyms') losses.add('names for the search', 'synonyms.yaml');
    if (record.kind === 'category' && record.learningPath !== undefined)
      losses.add('learning path', pages.learningPath(record.slug));
    if (record.kind === 'author' && (record.role ?? record.picture) !== undefined)
      losses.add('role and picture of an author', pages.author(record.slug));
  }
  losses.add('colours, logo and hero of the site', 'site.yaml');
  if (records.some((record) => record.kind === 'site' && record.brand.style !== undefined))
    losses.add('style sheet of the site', 'theme.css');
  for (const address of Object.keys(settings.publicFiles ?? {}))
    losses.add('public file with an address of its own', address);
  if (settings.analytics !== undefined) losses.add('setting for analytics', 'site.yaml');
}

function createExportedText(record: TextRecord, address: string, isLive: LiveTest): ExportedText {
  if (record.kind === 'legacy') return { ...record, status: 'published', address };
  const kind = record.kind === 'post' || record.kind === 'draft' ? 'post' : 'page';
  const isDraft = record.kind === 'draft' || record.kind === 'pageDraft';
  const isPublished = isLive(kind, record.slug, record.publishedAt ?? 0);
  const status = isDraft ? 'draft' : isPublished ? 'published' : 'scheduled';
  return { ...record, kind, status, address };
}
