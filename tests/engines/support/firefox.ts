import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  ANSWER_MS,
  createClickActions,
  createKeyActions,
  type Engine,
  formatCall,
  WINDOW_SIZE,
} from './engine-page.ts';
import { startProgram } from './start-program.ts';

const PREFERENCES = {
  // A headless window would never be active, and without that nothing in it has the focus.
  'focusmanager.testmode': true,
  'intl.accept_languages': 'en-US',
  'ui.prefersReducedMotion': 1,
};

const ANSWER = z.object({
  id: z.number(),
  type: z.enum(['success', 'error']),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const CREATED = z.object({ context: z.string() });
const EVALUATED = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const SCREENSHOT = z.object({ data: z.string() });

type Send = (method: string, params: object) => Promise<unknown>;

/** Firefox, over WebDriver BiDi, which it speaks itself. */
export async function openFirefox(program: string, before: string): Promise<Engine> {
  await using opening = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'workbench-firefox-'));
  opening.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const preferences = Object.entries(PREFERENCES).map(
    (entry) => `user_pref(${entry.map((part) => JSON.stringify(part)).join()});`,
  );
  await writeFile(join(profile, 'user.js'), preferences.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = opening.use(startProgram(program, args, { stdio: ['ignore', 'ignore', 'pipe'] }));
  const socket = new WebSocket(`${await readAddress(firefox.child)}/session`);
  await once(socket, 'open');
  const send = createSender(socket);
  await send('session.new', { capabilities: {} });
  opening.defer(async () => {
    await send('browser.close', {}).catch(() => undefined);
  });
  // The first tab has no focus: that is in the address bar.
  const { context } = CREATED.parse(await send('browsingContext.create', { type: 'tab' }));
  await send('browsingContext.setViewport', { context, viewport: WINDOW_SIZE });
  await send('script.addPreloadScript', { functionDeclaration: `() => { ${before} }` });
  const opened = opening.move();
  return { page: createPage(send, context), close: () => opened.disposeAsync() };
}

/** The address of the protocol, which Firefox prints once it listens. */
async function readAddress(firefox: ChildProcess): Promise<string> {
  if (firefox.stderr === null) throw new Error('Firefox has no output.');
  const lines: string[] = [];
  for await (const line of createInterface({ input: firefox.stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
    lines.push(line);
  }
  throw new Error(`Firefox did not start: ${lines.join('\n')}`);
}

function createSender(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: z.infer<typeof ANSWER>) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = ANSWER.safeParse(JSON.parse(String(data)));
    if (answer.success) waiting.get(answer.data.id)?.(answer.data);
  });
  return async (method, params) => {
    last += 1;
    const id = last;
    const answer = await new Promise<z.infer<typeof ANSWER>>((resolve, reject) => {
      waiting.set(id, resolve);
      socket.addEventListener('close', () => reject(new Error(`${method}: Firefox has ended.`)));
      AbortSignal.timeout(ANSWER_MS).addEventListener('abort', () =>
        reject(new Error(`${method}: no answer within ${ANSWER_MS} ms`)),
      );
      socket.send(JSON.stringify({ id, method, params }));
    }).finally(() => waiting.delete(id));
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
}

function createPage(send: Send, context: string): Engine['page'] {
  const goto = async (url: string) => {
    await send('browsingContext.navigate', { context, url, wait: 'complete' });
  };
  const travel = async (delta: number) => {
    await send('browsingContext.traverseHistory', { context, delta });
  };
  const act = async (actions: object) => {
    await send('input.performActions', { context, actions });
  };
  return {
    goto,
    run: async (inPage, ...args) => {
      const answer = await send('script.callFunction', {
        functionDeclaration: `() => { ${formatCall(inPage, args)} }`,
        target: { context },
        awaitPromise: true,
      });
      const evaluated = EVALUATED.parse(answer);
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
      return JSON.parse(evaluated.result.value);
    },
    click: (x, y) => act(createClickActions(x, y)),
    press: (...keys) => act(createKeyActions(keys)),
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    back: () => travel(-1),
    forward: () => travel(1),
    takeScreenshot: async () => {
      const { data } = SCREENSHOT.parse(
        await send('browsingContext.captureScreenshot', { context }),
      );
      return Buffer.from(data, 'base64');
    },
  };
}
