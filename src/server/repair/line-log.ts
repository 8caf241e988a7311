import type { Log } from '../../store/index-file.ts';

/** Writes warnings as lines of JSON, as the application writes its own; `name` says which process it is. */
export function createLineLog(name: string): Log {
  return (msg) => console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, name, msg }));
}
