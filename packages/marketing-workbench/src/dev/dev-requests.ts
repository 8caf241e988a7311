import { readFileSync, realpathSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { resolve, sep } from 'node:path';
import launchEditor from 'launch-editor';
import { type Config, findBuilt } from '../config.ts';
import { CHANGES_PATH, EDITOR_PATH, FINDINGS_PATH, SCRIPT_PATH } from './dev-addresses.ts';
import type { OpenPages } from './open-pages.ts';

type DevRequestOptions = Pick<Config, 'contentDir' | 'host'> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly openPages: OpenPages;
  /** Formats the list of all findings, or of the unsaved text that the query names. */
  readonly formatFindings: (search: string) => string;
  /** Answers the addresses of the site. */
  readonly answerSite: RequestListener;
};

/**
 * Answers the addresses that only the development server has, and refuses requests under names of
 * other hosts: another site's name may point to this machine.
 */
export function createDevRequestListener(options: DevRequestOptions): RequestListener {
  const answers: Readonly<Record<string, (request: DevRequest) => void>> = {
    [CHANGES_PATH]: ({ response, query }) =>
      options.openPages.connect(response, query.get('version') ?? ''),
    [FINDINGS_PATH]: ({ response, query }) =>
      sendText(response, 'text/html', options.formatFindings(query.toString())),
    [SCRIPT_PATH]: ({ response }) =>
      sendText(response, 'text/javascript', readFileSync(findBuilt('desk/dev-page.js'), 'utf8')),
    [EDITOR_PATH]: ({ request, response, query }) => {
      const place = query.get('file') ?? '';
      const isAllowed = mayOpen(request, place, options.contentDir);
      if (isAllowed) launchEditor(place);
      response.writeHead(isAllowed ? 200 : 403);
      response.end(isAllowed ? '' : 'Only a page of this site may open a text of its folder.');
    },
  };
  return (request, response) => {
    const [path = '', ...search] = (request.url ?? '').split('?');
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    const isOwn = isOwnHost(request.headers.host, options.host);
    if (isOwn && answer === undefined) return options.answerSite(request, response);
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    if (!isOwn || answer === undefined)
      return void response.writeHead(403).end('The development server has no such host.');
    return answer({ request, response, query: new URLSearchParams(search.join('?')) });
  };
}

type DevRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
};

function sendText(response: ServerResponse, type: string, body: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

/** Only a name can be pointed to this machine by somebody else; an address can't. */
function isOwnHost(header = '', ownHost: string): boolean {
  const { hostname = '' } = URL.parse(`http://${header}`) ?? {};
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || ['localhost', ownHost].includes(hostname);
}

/**
 * Returns whether a page of this site requests to open a text of its content folder. Browsers send
 * the header on this machine.
 */
function mayOpen({ headers }: IncomingMessage, place: string, contentDir: string): boolean {
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  const file = resolve(place.replace(/(?::\d+){1,2}$/, ''));
  try {
    return realpathSync(file).startsWith(`${realpathSync(contentDir)}${sep}`);
  } catch {
    // There is no such file.
    return false;
  }
}
