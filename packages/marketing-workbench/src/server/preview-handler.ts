import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeRenderer, PreviewRenderer } from '../contract/page-renderer.ts';
import type { PreviewLink } from '../site/addresses.ts';
import { formatZonedTime } from '../site/dates.ts';
import { formatOrigin } from '../site/settings.ts';
import { showLocalDates } from '../site/time/time-zones.ts';
import { readSite } from '../store/pages/known-site.ts';
import { readPreviewEnd } from '../store/posts/preview-links.ts';
import { findPreview, type Preview } from '../store/posts/previews.ts';
import type { Store } from '../store/store.ts';
import { sendAnswer } from './cache/responder.ts';
import { createInProcessTransport, type PageApi } from './call-handler.ts';
import { formatRedirect, type HttpAnswer, keepPrivate } from './http-answer.ts';
import { formatPlainPage, type PageAssets } from './page-shell.ts';

export type PreviewOptions = {
  readonly store: Store;
  /** Scheme and host of addresses; undefined for those of the site's domain. */
  readonly origin: string | undefined;
  readonly now: () => Date;
  readonly renderPreview: PreviewRenderer;
  readonly renderNotice: NoticeRenderer;
  readonly findAssets: (screen: string) => PageAssets;
};

type HandlerOptions = PreviewOptions & {
  readonly api: PageApi;
  readonly previewSecret: string;
  readonly answerPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

const ENDED = {
  title: 'This link has ended',
  text: 'A link to a draft works for seven days. Ask whoever sent it for a new one.',
};

/**
 * | link | answer |
 * |---|---|
 * | not signed by this site, or its text is gone | like an unknown address |
 * | ended | 410 |
 * | to a text that is published meanwhile | redirect |
 */
export function createPreviewHandler(options: HandlerOptions) {
  const { store, now, previewSecret, answerPage } = options;
  return async (
    request: FastifyRequest<{ Params: PreviewLink }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const time = now();
    const end = readPreviewEnd(previewSecret, request.params);
    if (end === undefined) return answerPage(request, reply);
    if (end <= time.getTime()) return sendAnswer(request, reply, await makeEndedPage(options));
    const preview = findPreview(store, request.params.slug, time.getTime());
    if (preview === undefined) return answerPage(request, reply);
    return sendAnswer(request, reply, await makePreview(options, preview, { time, end }));
  };
}

async function makeEndedPage({
  store,
  renderNotice,
  findAssets,
}: PreviewOptions): Promise<HttpAnswer> {
  return formatPrivate(
    410,
    formatPlainPage(
      await renderNotice({ ...ENDED, site: readSite(store) }),
      findAssets('not-found'),
    ),
  );
}

async function makePreview(
  { api, store, origin, renderPreview, findAssets }: HandlerOptions,
  { kind, text, address }: Preview,
  { time, end }: { readonly time: Date; readonly end: number },
): Promise<HttpAnswer> {
  const site = readSite(store);
  if (kind === 'published') return keepPrivate(formatRedirect(address, { status: 302 }));
  const { timeZone = 'UTC' } = site;
  const state =
    kind === 'draft'
      ? 'Draft: not published.'
      : `Scheduled for ${formatZonedTime(Date.parse(text.publishedAt ?? ''), timeZone)}.`;
  const note = `${state} This link works until ${formatZonedTime(end, timeZone)}.`;
  const transport = createInProcessTransport(api, time);
  const page = await renderPreview({
    text: showLocalDates(text, site.timeZone),
    note,
    site,
    origin: origin ?? formatOrigin(site),
    now: time,
    transport,
  });
  return formatPrivate(
    200,
    formatPlainPage(page, findAssets('form' in text ? 'page' : 'article'), { hasFonts: true }),
  );
}

function formatPrivate(status: number, body: string): HttpAnswer {
  return keepPrivate({ status, type: 'text/html; charset=utf-8', body, caching: 'never' });
}
