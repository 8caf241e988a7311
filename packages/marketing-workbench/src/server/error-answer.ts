import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeRenderer } from '../contract/page-renderer.ts';
import { parseAddress } from '../site/addresses.ts';
import { formatLoggedAddress, isCallPath } from '../site/request-kinds.ts';
import type { Site } from '../site/site.ts';
import { findKnownSite } from '../store/pages/known-site.ts';
import type { Store } from '../store/store.ts';
import { sendAnswer } from './cache/responder.ts';
import { formatFailureAnswer, type HttpAnswer } from './http-answer.ts';
import { formatPlainPage, type PageAssets } from './page-shell.ts';
import type { TraceFailure } from './repair.ts';

type ErrorNotice = Omit<Parameters<NoticeRenderer>[0], 'site'>;

export class OverloadError extends Error {
  override name = 'OverloadError';
  readonly statusCode = 503;
  readonly retryAfterSeconds = 5;
  readonly notice = {
    title: 'Too many requests just now',
    text: 'The site has more requests than it can answer just now. Please try again in a few seconds.',
  };
}

const FAILURE_NOTICE: ErrorNotice = {
  title: 'Something went wrong',
  text: 'Something went wrong on our side. Please try again in a moment.',
};

export type AnswerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

type ErrorOptions = {
  readonly renderNotice: NoticeRenderer;
  readonly findAssets: (screen: string) => PageAssets;
  readonly traceFailure: TraceFailure;
  readonly store: Store;
};

/** The properties that errors of this server, of its framework and of its file server may have. */
type HttpError = Error & {
  readonly statusCode?: number;
  readonly retryAfterSeconds?: number;
  readonly notice?: ErrorNotice;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Turns everything thrown into an answer. A 503 is logged where it is thrown; visitors see messages
 * only below 500.
 */
export function createErrorAnswering(options: ErrorOptions): AnswerError {
  const formatErrorPage = createErrorPages(options);
  return async (thrown, request, reply) => {
    const traced = options.traceFailure(thrown);
    const error: HttpError = traced instanceof Error ? traced : new Error(String(traced));
    const { statusCode: status = 500, retryAfterSeconds, headers } = error;
    if (status >= 500 && status !== 503)
      request.log.error(
        { err: error, url: formatLoggedAddress(request.raw.url ?? '/') },
        'request failed',
      );
    removeFileHeaders(reply);
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
    // Of an unsatisfiable range: the length of the file (RFC 9110, section 15.5.17).
    const range = headers?.['Content-Range'];
    if (range !== undefined) reply.header('Content-Range', range);
    const isCall = isCallPath(parseAddress(request.raw.url ?? '/').pathname);
    const notice = error.notice ?? formatNotice(status, error);
    const answer = isCall
      ? formatFailureAnswer(status, notice.text)
      : await formatErrorPage(status, notice);
    return sendAnswer(request, reply, answer);
  };
}

/** Headers that the file server has already set for a file that could not be opened. */
const FILE_HEADERS = [
  'Content-Encoding',
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Content-Disposition',
];

function removeFileHeaders(reply: FastifyReply): void {
  for (const name of FILE_HEADERS) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

function formatNotice(status: number, { message }: Error): ErrorNotice {
  return status >= 500
    ? FAILURE_NOTICE
    : { title: 'This request can’t be answered', text: message };
}

export const REFUSALS = {
  method: [405, 'Only GET and HEAD are allowed.', { Allow: 'GET, HEAD' }],
  longAddress: [414, 'This address is too long.', {}],
  missingHost: [400, 'The request names no host; send a Host header.', {}],
  invalidHost: [400, 'The request names no valid host; send one Host header.', {}],
  // Nothing that follows them on the connection can be understood.
  unknownLength: [400, 'The request does not say where it ends.', { Connection: 'close' }],
  transferCoding: [
    501,
    'This server knows only the transfer coding chunked; send the body with it, or with a Content-Length.',
    { Connection: 'close' },
  ],
  version: [
    505,
    'This server understands only HTTP/1.1 and HTTP/1.0; send the request in one of these versions.',
    { Connection: 'close' },
  ],
  malformed: [400, 'The request is malformed.', {}],
  largeHeaders: [431, 'Address and headers are too long.', {}],
  timeout: [408, 'The request took too long to arrive.', {}],
} as const;

export type InputRefusal = keyof typeof REFUSALS;

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: InputRefusal,
): Promise<FastifyReply> {
  const [status, message, headers] = REFUSALS[refusal];
  return sendAnswer(request, reply.headers(headers), formatFailureAnswer(status, message));
}

/** Error pages from 500 on are rendered once for a site: an overloaded server sends many. */
function createErrorPages({ renderNotice, findAssets, store }: ErrorOptions) {
  const known = new Map<string, Promise<HttpAnswer>>();
  let rendered: Site | undefined;
  const create = async (status: number, notice: ErrorNotice): Promise<HttpAnswer> => {
    const body = formatPlainPage(
      await renderNotice({ ...notice, site: findKnownSite(store)?.site }),
      findAssets('not-found'),
    );
    return { status, type: 'text/html; charset=utf-8', body, caching: 'never' };
  };
  return (status: number, notice: ErrorNotice): Promise<HttpAnswer> => {
    if (status < 500) return create(status, notice);
    const site = findKnownSite(store)?.site;
    if (rendered !== site) known.clear();
    rendered = site;
    const page = known.get(notice.title) ?? create(status, notice);
    known.set(notice.title, page);
    return page;
  };
}
