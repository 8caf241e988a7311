/** `node bench/flood/attacker.ts <port> <kind> <connections> <seconds>`: one kind of flood, or `mixed`, in a process of its own. */
import { FLOODS, formatMixed } from './kinds.ts';
import { percentile, runLoad } from './raw-client.ts';

const [port, kind, connections, seconds] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1_000;
let number = Math.floor(Math.random() * 1e9);
const format = kind === 'mixed' ? formatMixed : FLOODS.get(kind ?? '');
if (format === undefined) throw new Error(`Kinds: ${[...FLOODS.keys(), 'mixed'].join(', ')}`);
const { statuses, times, unanswered } = await runLoad({
  port: Number(port),
  connections: Number(connections),
  until: () => performance.now() > end,
  nextPath: () => {
    number += 1;
    return format(number);
  },
});
console.log(
  JSON.stringify({ statuses, unanswered, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }),
);
