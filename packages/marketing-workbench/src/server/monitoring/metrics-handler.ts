import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';
import { sendAnswer } from '../cache/responder.ts';
import { formatFailureAnswer } from '../http-answer.ts';
import { METRICS_TYPE } from './families.ts';

export type MetricsAccess = Pick<Config, 'metricsToken' | 'metrics'>;

export type MetricsOptions = {
  readonly access: MetricsAccess;
  /** Returns the metrics of all processes of the node, in the text format. */
  readonly scrape: () => Promise<string>;
  readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="metrics"' };
const DENIED = {
  ...formatFailureAnswer(401, 'Send the token of METRICS_TOKEN as a bearer token.'),
  headers: CHALLENGE,
};

/**
 * | asked by | answer |
 * |---|---|
 * | who sends the token, or a program on this machine if METRICS is `loopback` | the metrics |
 * | anyone else, if there is a token | 401 |
 * | anyone else | like an unknown address |
 */
export function createMetricsHandler({ access, scrape, answerUnknown }: MetricsOptions) {
  const hasToken = createTokenCheck(access.metricsToken);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isAllowed =
      hasToken(request.raw) || (access.metrics === 'loopback' && isLocal(request.raw));
    if (isAllowed)
      return sendAnswer(request, reply, {
        status: 200,
        type: METRICS_TYPE,
        caching: 'never',
        body: await scrape(),
      });
    if (access.metricsToken === undefined) return answerUnknown(request, reply);
    return sendAnswer(request, reply, DENIED);
  };
}

/** Hashes have the same length, so that the time of the comparison tells nothing. */
function createTokenCheck(token: string | undefined) {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const wanted = token === undefined ? undefined : hash(token);
  return ({ headers }: IncomingMessage): boolean => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    return wanted !== undefined && sent !== undefined && timingSafeEqual(hash(sent), wanted);
  };
}

/**
 * What proxies add to requests. Behind one on this machine, the connections of all readers come
 * from a loopback address.
 */
const FORWARDING = ['forwarded', 'via', 'x-real-ip'];
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * The host is compared because a page in a browser on this machine can point its own host name to
 * this machine.
 */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = '' } = socket;
  return (
    ipaddr.isValid(remoteAddress) &&
    ipaddr.process(remoteAddress).range() === 'loopback' &&
    LOCAL_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some(
      (name) => FORWARDING.includes(name) || name.startsWith('x-forwarded-'),
    )
  );
}
