import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { shortenAddress } from '../../api/networks.ts';
import type { LogTarget, TrustedProxies } from '../../config.ts';
import { formatLoggedAddress } from '../../site/request-kinds.ts';
import { findAgentClass } from './agent-class.ts';
import type { Samples } from './families.ts';
import { createLogWriter } from './log-writer.ts';
import type { FinishedRequest } from './request-observer.ts';

type Trust = (address: string, hop: number) => boolean;

export type AccessLog = ReturnType<typeof createAccessLog>;

export function createAccessLog(
  target: LogTarget,
  trustProxy: TrustedProxies,
  warn: (message: string) => void,
) {
  const writer = createLogWriter(target, warn);
  const trust: Trust =
    typeof trustProxy === 'number'
      ? (_address, hop) => hop < trustProxy
      : proxyAddress.compile([...trustProxy]);
  return {
    note: (finished: FinishedRequest): void =>
      writer.add(formatAccessLine(finished, trust, new Date())),
    read: (): Samples => {
      const { written, dropped } = writer.readCounts();
      return { mw_access_log_lines_total: written, mw_access_log_dropped_lines_total: dropped };
    },
    close: writer.close,
  };
}

const PATH_MAX_LENGTH = 300;
const HOST_MAX_LENGTH = 253;

/**
 * One line of JSON that holds no person: no query, no part of an address or agent that could tell
 * one, no path with an e-mail address or the signature of a preview link.
 */
function formatAccessLine(finished: FinishedRequest, trust: Trust, now: Date): string {
  const { request, kind, status, bytes, seconds, cache, isAborted } = finished;
  return JSON.stringify({
    time: now.toISOString(),
    method: request?.method ?? '-',
    path: formatLoggedPath(finished),
    status,
    bytes,
    durationMs: Math.round(seconds * 1e6) / 1e3,
    kind,
    cache,
    ...(isAborted && { aborted: true }),
    ...(request !== undefined && describeClient(request, trust)),
  });
}

function describeClient(request: IncomingMessage, trust: Trust) {
  const { headers, socket } = request;
  const referrer = findHost(headers.referer);
  return {
    ...(referrer !== '' && { referrer }),
    agent: findAgentClass(headers['user-agent']),
    // A connection that was closed has lost its address.
    network:
      socket.remoteAddress === undefined ? 'unknown' : shortenAddress(proxyAddress(request, trust)),
  };
}

function formatLoggedPath({ pathname }: FinishedRequest): string {
  return pathname === '' ? '-' : formatLoggedAddress(pathname).slice(0, PATH_MAX_LENGTH);
}

/** Returns the host without port and account; blank for an address of another scheme. */
function findHost(address: string | undefined): string {
  const url = address === undefined ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol)
    ? url.hostname.slice(0, HOST_MAX_LENGTH)
    : '';
}
