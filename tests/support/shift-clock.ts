/**
 * Preloaded into a process (`node --import`), it shifts its clock by the milliseconds in a file,
 * which may change at any time.
 */
import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, created) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, created),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
