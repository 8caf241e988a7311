import type { Site } from '../site/site.ts';

export type TransportAnswer =
  | { readonly kind: 'success'; readonly body: unknown; readonly total?: number | undefined }
  | { readonly kind: 'failure'; readonly status: number; readonly text: string };

/** A fetch in the browser, a function call on the server. Rejects if there was no answer. */
export type Transport = (address: string) => Promise<TransportAnswer>;

/**
 * An answer that is not OK; the message is the status, a colon and the response's text
 * (specification, section 8).
 */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
  }
}

/**
 * Sends a request with credentials and without a body. Throws an ApiError if the answer is not OK.
 */
export async function sendRequest(method: 'GET' | 'HEAD', address: string): Promise<Response> {
  const response = await fetch(address, { method, credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, await readFailureMessage(response));
  return response;
}

/** The header of every call's answer that has the revision of the site. */
export const SITE_REVISION = 'X-Site-Revision';

/** The revision that the last answer with one has named. */
let revision: string | undefined;

/**
 * Returns whether the last answer is of another revision of the site than the page, whose frame and
 * routes are then outdated.
 */
export function isOutdated(site: Site): boolean {
  return (revision ?? site.revision) !== site.revision;
}

export const fetchTransport: Transport = async (address) => {
  const response = await fetch(address, { credentials: 'include' });
  revision = response.headers.get(SITE_REVISION) ?? revision;
  if (!response.ok)
    return { kind: 'failure', status: response.status, text: await readFailureMessage(response) };
  const total = response.headers.get('X-Total-Count');
  return {
    kind: 'success',
    body: await response.json(),
    total: total === null ? undefined : Number(total),
  };
};

async function readFailureMessage(response: Response): Promise<string> {
  return (await response.text()) || response.statusText;
}
