import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { machineFiles } from '../../src/site/addresses.ts';
import {
  countViews,
  type FaultOutcome,
  type FaultScenario,
  type FaultySite,
  fetchStatus,
  formatMs,
  lockState,
  measureReader,
  sendView,
  WATCHED_ARTICLE,
  waitFor,
} from './faulty-site.ts';

const KILL_COUNT = 16;

/** What can happen to the state and the data folder of a running server. */
export const STATE_FAULTS: readonly FaultScenario[] = [
  {
    name: 'another program locks the state for 6 s',
    wanted: 'cached pages: p99 at most 100 ms; no view lost',
    run: (site) => lockFor(site, 6),
  },
  {
    name: 'another program locks the state for 65 s',
    wanted: 'the same, and one line in the log',
    run: async (site) => {
      const { measured, isHeld } = await lockFor(site, 65);
      const notes = site.output().match(/wait in memory: another program locks/g)?.length ?? 0;
      return { measured: `${measured}; ${notes} line`, isHeld: isHeld && notes === 1 };
    },
  },
  {
    name: `the server is killed ${KILL_COUNT} times while views arrive`,
    wanted: 'no confirmed view lost',
    run: killOften,
  },
  {
    name: 'the data folder is deleted while the server runs',
    wanted: 'pages answer; the data is written again and a new start is ready',
    run: deleteData,
  },
];

async function lockFor(site: FaultySite, seconds: number): Promise<FaultOutcome> {
  const { origin, stop } = await site.start();
  await fetchStatus(`${origin}${WATCHED_ARTICLE}`);
  const before = countViews(site.statePath);
  const lock = lockState(site.statePath);
  const endsAt = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= endsAt;
  let sent = 0;
  const sendViews = async () => {
    while (!isOver()) {
      sent += 1;
      await sendView(origin, sent);
      await setTimeout(60);
    }
  };
  const [reader] = await Promise.all([measureReader(origin, isOver), sendViews()]);
  lock.close();
  await stop();
  const lost = sent - (countViews(site.statePath) - before);
  const { answers, p50Ms, p99Ms, maxMs } = reader;
  return {
    measured: `${answers} pages: p50 ${formatMs(p50Ms)}, p99 ${formatMs(p99Ms)}, at most ${formatMs(maxMs)}; ${lost} of ${sent} views lost`,
    isHeld: p99Ms <= 100 && lost === 0,
  };
}

async function killOften(site: FaultySite): Promise<FaultOutcome> {
  let confirmed = 0;
  let number = 0;
  for (let kill = 0; kill < KILL_COUNT; kill += 1) {
    const server = await site.start();
    const killAt = confirmed + 5 + kill;
    const send = async () => {
      for (let status: number | string = 204; status === 204; ) {
        number += 1;
        status = await sendView(server.origin, number);
        if (status === 204) confirmed += 1;
        if (confirmed >= killAt) server.kill('SIGKILL');
      }
    };
    await Promise.all([send(), send(), send()]);
    await server.ended();
  }
  const lost = Math.max(0, confirmed - countViews(site.statePath));
  return { measured: `${lost} of ${confirmed} confirmed views lost`, isHeld: lost === 0 };
}

async function deleteData(site: FaultySite): Promise<FaultOutcome> {
  const { origin, stop } = await site.start();
  await fetchStatus(`${origin}${WATCHED_ARTICLE}`);
  rmSync(site.dataDir, { recursive: true });
  let isOver = false;
  const reader = measureReader(origin, () => isOver);
  const databases = await waitFor(
    () => existsSync(site.statePath) && existsSync(join(site.dataDir, 'index.sqlite')),
  );
  const page = await (await fetch(`${origin}${WATCHED_ARTICLE}`)).text();
  const [picture = ''] = /\/media\/[\w.-]+/.exec(page) ?? [];
  const pictures = await waitFor(async () => (await fetchStatus(`${origin}${picture}`)) === 200);
  isOver = true;
  const { failed } = await reader;
  await stop();
  const again = await site.start();
  const ready = await waitFor(
    async () => (await fetchStatus(`${again.origin}${machineFiles.readiness()}`)) === 200,
  );
  const seconds = [databases, pictures, ready].map((time) =>
    time === undefined ? 'never' : `${time.toFixed(1)} s`,
  );
  return {
    measured: `databases ${seconds[0]}, pictures ${seconds[1]}, ready after a restart ${seconds[2]}; ${failed.length} pages failed`,
    isHeld: failed.length === 0 && [databases, pictures, ready].every((time) => time !== undefined),
  };
}
