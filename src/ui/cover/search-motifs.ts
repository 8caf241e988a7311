import { pick, type Random } from './random.ts';
import { box, circle, round, type Shape, times, words } from './shapes.ts';

/** Places, and the ways between them. */
export function drawHub(random: Random): readonly Shape[] {
  const count = pick(random, 5, 7);
  const points = times(count, (index) => ({
    x: round(26 + (index * 268) / (count - 1)),
    y: pick(random, 40, 140),
  }));
  const hub = { x: pick(random, 110, 210), y: pick(random, 76, 104) };
  return [
    { tone: 'thread', path: points.map(({ x, y }) => `M${hub.x} ${hub.y}L${x} ${y}`).join('') },
    ...points.map(
      ({ x, y }, index): Shape => ({
        tone: index % 2 === 0 ? 'main' : 'soft',
        path: circle(x, y, pick(random, 9, 14)),
      }),
    ),
    { tone: 'strong', path: circle(hub.x, hub.y, pick(random, 24, 34)) },
  ];
}

/** Pages of a site, by their rank. */
export function drawTree(random: Random): readonly Shape[] {
  const count = pick(random, 3, 5);
  const top = pick(random, 100, 160);
  const step = 270 / count;
  const chosen = pick(random, 0, count - 1);
  const leaves = times(count, (index) => ({ x: round(25 + index * step), y: 104 + pick(random, -8, 8) }));
  const leafWidth = round(step - 14);
  return [
    {
      tone: 'thread',
      path: leaves.map(({ x, y }) => `M${top + 30} 60V84H${round(x + leafWidth / 2)}V${y}`).join(''),
    },
    ...leaves.map(
      ({ x, y }, index): Shape => ({
        tone: index === chosen ? 'strong' : index % 2 === 0 ? 'main' : 'soft',
        path: box(x, y, leafWidth, pick(random, 30, 44)),
      }),
    ),
    { tone: 'main', path: box(top, 32, 60, 32) },
    { tone: 'line', path: words(top + 12, 48, [pick(random, 16, 36)]) },
  ];
}

/** A map, and where one is found on it. */
export function drawPins(random: Random): readonly Shape[] {
  const [x, y] = [pick(random, 70, 250), pick(random, 84, 120)];
  const streets = times(
    2,
    (index) => `M0 ${pick(random, 44, 70) + index * 66}L320 ${pick(random, 40, 76) + index * 62}`,
  );
  const avenues = times(
    3,
    (index) => `M${pick(random, 24, 70) + index * 100} 0L${pick(random, 40, 90) + index * 96} 180`,
  );
  const pin = (left: number, top: number, size: number) =>
    `M${left} ${top}l${-size} ${-size * 1.6}a${size * 1.1} ${size * 1.1} 0 1 1 ${2 * size} 0z`;
  return [
    { tone: 'thread', path: streets.join('') + avenues.join('') },
    { tone: 'soft', path: box(pick(random, 20, 60), pick(random, 96, 112), pick(random, 50, 80), 36) },
    { tone: 'main', path: pin((x + pick(random, 110, 150)) % 280, pick(random, 76, 140), 12) },
    { tone: 'strong', path: pin(x, y + 24, pick(random, 20, 26)) },
  ];
}

/** A page under the glass. */
export function drawGlass(random: Random): readonly Shape[] {
  const left = pick(random, 56, 96);
  const x = left + pick(random, 96, 130);
  const y = pick(random, 76, 96);
  const radius = pick(random, 28, 34);
  const grip = round(radius * 0.71);
  return [
    { tone: 'soft', path: box(left, 26, 128, 128) },
    {
      tone: 'main',
      path: times(5, (row) => box(left + 14, 42 + row * 20, pick(random, 50, 96), 9)).join(''),
    },
    { tone: 'strong', path: circle(x, y, radius) },
    {
      tone: 'line',
      path: `${circle(x, y, radius)}M${round(x + grip)} ${round(y + grip)}l24 24M${x - 14} ${y}h${pick(random, 16, 28)}`,
    },
  ];
}

/** Links of a chain, one of them ours. */
export function drawChain(random: Random): readonly Shape[] {
  const chosen = pick(random, 0, 2);
  const tilt = pick(random, -14, 14);
  const link = (x: number, y: number) =>
    `M${x} ${y}h44a24 24 0 0 1 0 48h-44a24 24 0 0 1 0-48zM${x + 2} ${y + 15}a9 9 0 0 0 0 18h40a9 9 0 0 0 0-18z`;
  const at = (index: number) => [54 + index * 84, 66 + tilt - index * tilt] as const;
  const links = times(3, (index): Shape => {
    const [x, y] = at(index);
    return { tone: index === chosen ? 'strong' : index === 1 ? 'main' : 'soft', path: link(x, y) };
  });
  const joints = times(2, (index) => `M${at(index)[0] + 38} ${at(index)[1] + 24}h${pick(random, 42, 52)}`);
  return [...links, { tone: 'line', path: joints.join('') }];
}

/** A gauge, and what it says. */
export function drawGauge(random: Random): readonly Shape[] {
  const x = pick(random, 120, 200);
  const angle = (pick(random, 20, 160) * Math.PI) / 180;
  const arc = (from: number, to: number) => {
    const point = (turn: number, radius: number) =>
      `${round(x - radius * Math.cos(turn))} ${round(136 - radius * Math.sin(turn))}`;
    return `M${point(from, 96)}A96 96 0 0 1 ${point(to, 96)}L${point(to, 62)}A62 62 0 0 0 ${point(from, 62)}z`;
  };
  const [low, high] = [pick(random, 26, 36) / 32, pick(random, 62, 72) / 32];
  return [
    { tone: 'soft', path: arc(0, low - 0.04) },
    { tone: 'main', path: arc(low, high - 0.04) },
    { tone: 'strong', path: arc(high, Math.PI) + circle(x, 136, 10) },
    {
      tone: 'line',
      path: `M${x} 136L${round(x - 76 * Math.cos(angle))} ${round(136 - 76 * Math.sin(angle))}`,
    },
  ];
}
