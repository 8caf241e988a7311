import type { Api, ApiAnswer } from '../api/api.ts';
import type { Transport, TransportAnswer } from '../contract/request.ts';
import { parseAddress } from '../site/addresses.ts';

/** Carries the calls of a page that is rendered here: a function call instead of a fetch. */
export function createInProcessTransport(api: Api, now: Date): Transport {
  const request = { now: now.getTime(), visitor: { address: '', userAgent: '' } };
  return async (address) => toTransportAnswer(api(parseAddress(address), request));
}

function toTransportAnswer(answer: ApiAnswer): TransportAnswer {
  switch (answer.kind) {
    case 'found':
      return { kind: 'success', body: answer.body, total: answer.total };
    case 'done':
      return { kind: 'success', body: undefined, total: undefined };
    case 'absent':
      return { kind: 'failure', status: 404, text: answer.message };
    case 'bad-input':
      return { kind: 'failure', status: 400, text: answer.message };
  }
}
