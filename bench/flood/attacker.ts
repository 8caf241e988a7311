/** `node bench/flood/attacker.ts <origin> <kind> <connections> <seconds>`: one kind of flood, or `mixed`. */
import { after, runLoad } from '../load.ts';
import { FLOODS, formatMixed } from './kinds.ts';

const [origin = '', kind = '', connections, seconds] = process.argv.slice(2);
const format = kind === 'mixed' ? formatMixed : FLOODS.get(kind);
if (format === undefined) throw new Error(`Kinds: ${[...FLOODS.keys(), 'mixed'].join(', ')}`);
let number = Math.floor(Math.random() * 1e9);
const { statuses, unanswered, p50Ms, p99Ms } = await runLoad({
  origin,
  connections: Number(connections),
  until: after(Number(seconds)),
  nextPath: () => format(number++),
});
console.log(JSON.stringify({ statuses, unanswered, p50Ms, p99Ms }));
