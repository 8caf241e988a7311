import { formatOrigin } from '../../site/settings.ts';
import { readLiveVersion } from '../../store/index/status.ts';
import { readFrozen } from '../../store/lists/frozen-store.ts';
import { readSite } from '../../store/pages/known-site.ts';
import type { Store } from '../../store/store.ts';
import { type AnswerHead, formatFailureAnswer, type LongAnswer, XML_HEAD } from '../http-answer.ts';
import {
  type LastChanges,
  readLastChanges,
  readSitemapEntries,
  SITEMAP_START,
  type SitemapContent,
  type SitemapPlace,
} from './sitemap-entries.ts';
import { formatSitemapFrame, formatSitemapIndex, formatSitemapUrl } from './sitemaps.ts';

/** Limits of one file (sitemaps.org, version 0.9). */
export const SITEMAP_LIMITS = { addresses: 50_000, bytes: 50 * 1024 * 1024 } as const;

export type SitemapLimits = { readonly addresses: number; readonly bytes: number };

type SitemapOptions = {
  readonly store: Store;
  readonly now: () => Date;
  /** Scheme and host of addresses; undefined for those of the site's domain. */
  readonly origin: string | undefined;
  readonly limits: SitemapLimits;
};

/** The entries of one file. */
type SitemapPart = {
  readonly from: SitemapPlace;
  readonly count: number;
  readonly changedAt: string | undefined;
};

type SitemapPlan = { readonly changes: LastChanges; readonly parts: readonly SitemapPart[] };

type OpenPlan = { readonly version: string; readonly plan: Promise<SitemapPlan> };

const NO_PART = formatFailureAnswer(404, 'The sitemap has no such part.');

/**
 * The sitemap is one file, or an index of parts if it would be too large. How it is divided is
 * found once for each revision of the content, and when something goes live; then each file is
 * written from its own entries alone.
 */
export function createSitemapFiles({ store, now, origin, limits }: SitemapOptions) {
  let open: OpenPlan | undefined;
  /** Concurrent requests share one plan. */
  const findPlan = (content: SitemapSource): Promise<SitemapPlan> => {
    const version = readLiveVersion(content.store, content.now);
    if (open?.version === version) return open.plan;
    const found = { version, plan: planParts(content, limits) };
    found.plan.catch(() => {
      if (open === found) open = undefined;
    });
    open = found;
    return found.plan;
  };
  const write = (
    writeFile: (source: SitemapSource, plan: SitemapPlan) => AsyncGenerator<string, AnswerHead>,
  ): LongAnswer => ({
    write: () =>
      readFrozen(store, async function* (frozen) {
        const source = {
          store: frozen,
          now: now().getTime(),
          origin: origin ?? formatOrigin(readSite(frozen)),
        };
        return yield* writeFile(source, await findPlan(source));
      }),
  });
  return {
    writeIndex: () => write(writeIndex),
    /** @param name - The number of the part, from 1 on. */
    writePart: (name: string) => write((source, plan) => writePart(source, plan, name)),
  };
}

type SitemapSource = Pick<SitemapContent, 'store' | 'now'> & { readonly origin: string };

async function* writeIndex(
  source: SitemapSource,
  plan: SitemapPlan,
): AsyncGenerator<string, AnswerHead> {
  const [first, ...others] = plan.parts;
  if (first !== undefined && others.length === 0) return yield* writeEntries(source, plan, first);
  yield formatSitemapIndex(plan.parts, source.origin);
  return XML_HEAD;
}

async function* writePart(
  source: SitemapSource,
  plan: SitemapPlan,
  name: string,
): AsyncGenerator<string, AnswerHead> {
  const part = plan.parts.find((_, index) => String(index + 1) === name);
  if (part !== undefined && plan.parts.length > 1) return yield* writeEntries(source, plan, part);
  const { body, ...head } = NO_PART;
  yield body;
  return head;
}

async function* writeEntries(
  { origin, ...source }: SitemapSource,
  { changes }: SitemapPlan,
  { from, count }: SitemapPart,
): AsyncGenerator<string, AnswerHead> {
  const [start, end] = formatSitemapFrame();
  yield start;
  let written = 0;
  for await (const entries of readSitemapEntries({ ...source, changes }, from)) {
    const urls = entries
      .slice(0, count - written)
      .map(({ entry }) => formatSitemapUrl(entry, origin));
    if (urls.length > 0) yield (written === 0 ? '' : '\n') + urls.join('\n');
    written += urls.length;
    if (written === count) break;
  }
  yield end;
  return XML_HEAD;
}

const FRAME_BYTES = 1_000;

async function planParts(
  { origin, ...source }: SitemapSource,
  limits: SitemapLimits,
): Promise<SitemapPlan> {
  const changes = await readLastChanges(source.store, source.now);
  const parts: SitemapPart[] = [];
  let last = SITEMAP_START;
  let bytes = Number.POSITIVE_INFINITY;
  for await (const entries of readSitemapEntries({ ...source, changes }, SITEMAP_START)) {
    for (const { entry, place } of entries) {
      const size = Buffer.byteLength(formatSitemapUrl(entry, origin)) + 1;
      const part = parts.at(-1);
      if (part !== undefined && part.count < limits.addresses && bytes + size <= limits.bytes) {
        parts[parts.length - 1] = extendPart(part, entry.changedAt);
        bytes += size;
      } else {
        parts.push(extendPart({ from: last, count: 0, changedAt: undefined }, entry.changedAt));
        bytes = FRAME_BYTES + size;
      }
      last = place;
    }
  }
  return { changes, parts };
}

/** Times of the same form are ordered like their texts. */
function extendPart(
  { from, count, changedAt: before = '' }: SitemapPart,
  changedAt = '',
): SitemapPart {
  const later = changedAt > before ? changedAt : before;
  return { from, count: count + 1, changedAt: later === '' ? undefined : later };
}
