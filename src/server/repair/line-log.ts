import type { Log } from '../../store/index-file.ts';

/** Writes warnings as lines of JSON in the format of the application's own log; `name` is the process's. */
export function createLineLog(name: string): Log {
  return (msg) => console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, name, msg }));
}
