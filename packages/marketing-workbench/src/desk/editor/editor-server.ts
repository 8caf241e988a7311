import { readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findBuilt } from '../../config.ts';
import { DeskError } from '../desk-error.ts';
import { EditorRefusal, formatForm, openContentFiles } from './content-files.ts';
import { createEditorConfig } from './editor-config.ts';
import { readPresentSettings } from './present-settings.ts';
import { type PublishedFolder, proposePublishing, runPublish } from './publish-folder.ts';
import { askBeforeRemoval, removeText } from './text-removal.ts';

const BODY_BYTES_MAX = 60_000_000;

/** A text of a form; `id` is that of the page with the form. */
type UnsavedText = {
  readonly id: string;
  /** Path from the content folder's own name on. */
  readonly file: string;
  readonly bytes: Uint8Array;
};

type EditorOptions = PublishedFolder &
  Parameters<typeof openContentFiles>[0] & {
    /** Returns the origin at which the texts can be seen. */
    readonly findPreviewOrigin: () => string;
    /** Shows a text as it is in a form, and returns the path and query of its page. */
    readonly showUnsaved: (text: UnsavedText) => Promise<string>;
    /** Takes lines of JSON about failures; standard output unless given. */
    readonly log?: { readonly write: (line: string) => void };
  };

/**
 * Creates the server of the editor, which does not listen yet. It has no password: it only answers
 * this machine's browser, under its own name and from its own pages.
 */
export function createEditorServer(options: EditorOptions): FastifyInstance {
  const files = openContentFiles(options);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    logger: { level: 'warn', stream: options.log ?? process.stdout },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(createHeaders(options.findPreviewOrigin()));
    const message = findIntrusion(app, request);
    if (message !== undefined) await reply.code(403).send({ message });
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = findStatus(error);
    if (status >= 500) app.log.error(error);
    return reply
      .code(status)
      .send({ message: status < 500 ? error.message : 'The editor failed.' });
  });
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/config', () =>
    createEditorConfig(readPresentSettings(options.contentDir), options.findPreviewOrigin()),
  );
  app.get<{ Params: { '*': string } }>('/bundle/*', async (request, reply) => {
    const name = request.params['*'];
    const type = TYPES.get(extname(name));
    if (type === undefined || !/^[\w.-]+$/.test(name)) return reply.callNotFound();
    return reply.type(type).send(await readBuiltFile(name));
  });
  registerFiles(app, files);
  registerRemovals(app, options, files);
  registerUnsavedTexts(app, options);
  app.get('/publishing', () => proposePublishing(options));
  app.post('/publishing', () => runPublish());
  return app;
}

/** Types of the files that `scripts/build-desk.ts` builds. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
]);

async function readBuiltFile(name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(findBuilt('desk'), name));
  } catch {
    throw new EditorRefusal(404, `The build has no file ${name}; run: npm run build`);
  }
}

function registerFiles(app: FastifyInstance, files: ReturnType<typeof openContentFiles>): void {
  type File = { Params: { '*': string } };
  app.get('/files', () => files.list());
  app.get<File>('/files/*', (request, reply) =>
    reply.type('application/octet-stream').send(files.read(request.params['*'])),
  );
  app.put<File>('/files/*', (request) =>
    files.write(request.params['*'], requireBody(request.body), request.headers['if-match']),
  );
  app.post<File>('/pictures/*', (request) =>
    files.addPicture(request.params['*'], requireBody(request.body)),
  );
  app.delete<File>('/files/*', (request, reply) => {
    files.remove(request.params['*'], request.headers['if-match'] ?? '');
    return reply.code(204).send();
  });
}

function registerRemovals(
  app: FastifyInstance,
  options: EditorOptions,
  files: ReturnType<typeof openContentFiles>,
): void {
  type File = { Params: { '*': string } };
  app.get<File>('/removals/*', (request) => askBeforeRemoval(options, request.params['*']));
  app.post<File>('/removals/*', (request) =>
    removeText(options, files, {
      file: request.params['*'],
      version: request.headers['if-match'] ?? '',
      body: Buffer.from(requireBody(request.body)).toString(),
    }),
  );
}

const formSchema = z.object({ id: z.uuid(), values: z.record(z.string(), z.unknown()) });

function registerUnsavedTexts(
  app: FastifyInstance,
  { contentDir, findPreviewOrigin, showUnsaved }: EditorOptions,
): void {
  app.put<{ Params: { '*': string } }>('/unsaved/*', async (request) => {
    const path = request.params['*'];
    const body = Buffer.from(requireBody(request.body)).toString();
    const { id, values } = formSchema.parse(JSON.parse(body));
    const bytes = formatForm(contentDir, path, values);
    const file = `${basename(resolve(contentDir))}/${path}`;
    return { address: findPreviewOrigin() + (await showUnsaved({ id, file, bytes })) };
  });
}

function requireBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new EditorRefusal(400, 'The request has no content.');
}

function findStatus(error: Error & { readonly statusCode?: number }): number {
  if (error instanceof EditorRefusal) return error.status;
  return error instanceof DeskError ? 409 : (error.statusCode ?? 500);
}

/**
 * Says why a request is refused. Another site must not act through the owner's browser, not even
 * one whose name points to this machine.
 */
function findIntrusion(
  app: FastifyInstance,
  { headers, method }: FastifyRequest,
): string | undefined {
  const { host = '', origin } = headers;
  const port = new URL(app.listeningOrigin).port;
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(host))
    return `${host} is not the editor's address`;
  const site = headers['sec-fetch-site'];
  const isOwn =
    method === 'GET'
      ? ['same-origin', 'none', undefined].includes(site)
      : origin === `http://${host}`;
  return isOwn ? undefined : 'Only the editor itself may ask for this';
}

function createHeaders(previewOrigin: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The editor sets styles from its script.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self' blob: data:",
    `frame-src blob: ${previewOrigin}`,
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Editor</title>
<link rel="icon" href="data:,">
<script type="module" src="/bundle/editor.js"></script>
</head>
<body></body>
</html>
`;
