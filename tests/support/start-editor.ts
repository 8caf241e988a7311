import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createEditorServer } from '../../packages/marketing-workbench/src/desk/editor/editor-server.ts';
import { FIXTURE_CONTENT } from './fixture-content.ts';

type Listed = { readonly path: string; readonly version: string; readonly text?: string };
type ShowUnsaved = Parameters<typeof createEditorServer>[0]['showUnsaved'];
type Wanted = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/**
 * The editor of a copy of the fixture content. Requests are those of its own page, unless `headers`
 * say otherwise.
 */
export async function startEditor() {
  const parent = await mkdtemp(path.join(tmpdir(), 'workbench-editor-'));
  const contentDir = path.join(parent, 'content');
  await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
  const findPreviewOrigin = () => 'http://localhost:3000';
  const formerDir = path.join(parent, 'former');
  const dataDir = path.join(parent, 'data');
  const unset = { databaseUrl: undefined, previewSecret: undefined };
  const shown: string[] = [];
  const showUnsaved: ShowUnsaved = async ({ file, bytes }) => {
    shown.push(`${file}\n${Buffer.from(bytes)}`);
    return '/shown?unsaved=1';
  };
  const options = { contentDir, formerDir, findPreviewOrigin, showUnsaved, dataDir, ...unset };
  const app = createEditorServer(options);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await rm(parent, { recursive: true });
  });
  const send = async ({ method = 'GET', path: address, headers = {}, body }: Wanted) => {
    const sent = sendRequest(origin, { method, path: address, headers: { origin, ...headers } });
    sent.end(body);
    const [answer]: readonly IncomingMessage[] = await once(sent, 'response');
    if (answer === undefined) throw new Error('There is no answer.');
    return { status: answer.statusCode, headers: answer.headers, text: await readText(answer) };
  };
  const list = async (): Promise<readonly Listed[]> =>
    JSON.parse((await send({ path: '/files' })).text);
  const findVersion = async (file: string) =>
    (await list()).find((listed) => listed.path === file)?.version ?? '';
  const save = (file: string, body: string | Uint8Array, version?: string) => {
    const headers = {
      'content-type': 'application/octet-stream',
      ...(version !== undefined && { 'if-match': version }),
    };
    return send({ method: 'PUT', path: `/files/${file}`, headers, body });
  };
  const read = (file: string) => readFile(path.join(contentDir, file), 'utf8');
  return { parent, contentDir, formerDir, origin, send, list, findVersion, save, read, shown };
}
