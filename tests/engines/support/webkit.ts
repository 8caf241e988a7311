import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { z } from 'zod';
import { createChildEnvironment } from '../../../packages/marketing-workbench/src/config.ts';
import {
  ANSWER_MS,
  createClickActions,
  createKeyActions,
  type Engine,
  formatCall,
} from './engine-page.ts';
import { startProgram } from './start-program.ts';

const SCREEN = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
/** `webkit-view.js` reads it. */
const BEFORE_VARIABLE = 'SCRIPT_BEFORE';
const VIEW = join(import.meta.dirname, 'webkit-view.js');

const ANSWER = z.object({ value: z.unknown() });
const SESSION = z.object({ sessionId: z.string() });

type Send = (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** WebKitGTK, over WebDriver, in a display of its own. */
export async function openWebKit(before: string): Promise<Engine> {
  await using opening = new AsyncDisposableStack();
  const screen = opening.use(
    startProgram('Xvfb', SCREEN, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }),
  );
  const env = createChildEnvironment({
    DISPLAY: await readDisplay(screen.child),
    GDK_BACKEND: 'x11',
    // Without a bus of accessibility tools, GTK would wait for one.
    NO_AT_BRIDGE: '1',
    // The pages are ours, and bubblewrap needs namespaces that a container may not give.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    [BEFORE_VARIABLE]: before,
  });
  const port = await findFreePort();
  opening.use(startProgram('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }));
  const session = await openSession(`http://127.0.0.1:${port}`);
  opening.defer(async () => {
    await session('DELETE', '').catch(() => undefined);
  });
  const opened = opening.move();
  return { page: createPage(session), close: () => opened.disposeAsync() };
}

/** The driver says nothing of a port that it chooses itself. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** The display of Xvfb, which writes its number to the fourth stream. */
async function readDisplay({ stdio }: ChildProcess): Promise<string> {
  const [, , , numbers] = stdio;
  if (!numbers || !('read' in numbers)) throw new Error('Xvfb has no output.');
  for await (const number of createInterface({ input: numbers })) return `:${number}`;
  throw new Error('Xvfb did not start.');
}

/** Sends commands to a new session, once the driver listens. */
async function openSession(origin: string): Promise<Send> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { value } = ANSWER.parse(await answer.json());
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await waitForDriver(origin);
  const options = { binary: '/usr/bin/gjs', args: [VIEW] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = SESSION.parse(await send('POST', '/session', { capabilities }));
  return (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
}

/** The driver is asked until it listens. */
async function waitForDriver(origin: string): Promise<void> {
  await vi.waitFor(() => fetch(`${origin}/status`), { timeout: ANSWER_MS, interval: 20 });
}

function createPage(send: Send): Engine['page'] {
  const act = async (actions: object) => {
    await send('POST', '/actions', { actions });
  };
  return {
    goto: async (url) => {
      await send('POST', '/url', { url });
    },
    run: async (inPage, ...args) => {
      const result = await send('POST', '/execute/sync', {
        script: formatCall(inPage, args),
        args: [],
      });
      return JSON.parse(String(result));
    },
    click: (x, y) => act(createClickActions(x, y)),
    press: (...keys) => act(createKeyActions(keys)),
    resize: async (width, height) => {
      await send('POST', '/window/rect', { x: 0, y: 0, width, height });
    },
    back: async () => {
      await send('POST', '/back', {});
    },
    forward: async () => {
      await send('POST', '/forward', {});
    },
    takeScreenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
  };
}
