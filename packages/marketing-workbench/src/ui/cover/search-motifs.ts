import {
  alternate,
  box,
  circle,
  drawEach,
  filling,
  floating,
  joinLayers,
  roundToTenth,
  times,
  words,
} from './shapes.ts';

export const SEARCH_MOTIFS = [
  // A network around a hub.
  floating((pick) => {
    const count = pick(5, 7);
    const points = times(count, (index) => ({
      x: roundToTenth(26 + (index * 268) / (count - 1)),
      y: pick(40, 140),
    }));
    const hub = { x: pick(110, 210), y: pick(76, 104) };
    return {
      thread: points.map(({ x, y }) => `M${hub.x} ${hub.y}L${x} ${y}`).join(''),
      ...joinLayers(
        points.map(({ x, y }, index) => ({ [alternate(index, -1)]: circle(x, y, pick(9, 14)) })),
      ),
      strong: circle(hub.x, hub.y, pick(24, 34)),
    };
  }),
  // The tree of a site's pages.
  floating((pick) => {
    const count = pick(3, 5);
    const top = pick(100, 160);
    const step = 270 / count;
    const chosen = pick(0, count - 1);
    const leaves = times(count, (index) => ({
      x: roundToTenth(25 + index * step),
      y: 104 + pick(-8, 8),
    }));
    const leafWidth = roundToTenth(step - 14);
    return joinLayers([
      {
        thread: leaves
          .map(({ x, y }) => `M${top + 30} 60V84H${roundToTenth(x + leafWidth / 2)}V${y}`)
          .join(''),
      },
      ...leaves.map(({ x, y }, index) => ({
        [alternate(index, chosen)]: box(x, y, leafWidth, pick(30, 44)),
      })),
      { main: box(top, 32, 60, 32), line: words(top + 12, 48, [pick(16, 36)]) },
    ]);
  }),
  // A map with pins.
  filling((pick) => {
    const [x, y] = [pick(70, 250), pick(84, 120)];
    const streets = times(
      2,
      (index) => `M0 ${pick(44, 70) + index * 66}L320 ${pick(40, 76) + index * 62}`,
    );
    const avenues = times(
      3,
      (index) => `M${pick(24, 70) + index * 100} 0L${pick(40, 90) + index * 96} 180`,
    );
    const pin = (left: number, top: number, size: number) =>
      `M${left} ${top}l${-size} ${-size * 1.6}a${size * 1.1} ${size * 1.1} 0 1 1 ${2 * size} 0z`;
    return {
      thread: streets.join('') + avenues.join(''),
      soft: box(pick(20, 60), pick(96, 112), pick(50, 80), 36),
      main: pin((x + pick(110, 150)) % 280, pick(76, 140), 12),
      strong: pin(x, y + 24, pick(20, 26)),
    };
  }),
  // A page under a magnifying glass.
  floating((pick) => {
    const left = pick(56, 96);
    const x = left + pick(96, 130);
    const y = pick(76, 96);
    const radius = pick(28, 34);
    const grip = roundToTenth(radius * 0.71);
    return {
      soft: box(left, 26, 128, 128),
      main: times(5, (row) => box(left + 14, 42 + row * 20, pick(50, 96), 9)).join(''),
      strong: circle(x, y, radius),
      line: `${circle(x, y, radius)}M${roundToTenth(x + grip)} ${roundToTenth(y + grip)}l24 24M${x - 14} ${y}h${pick(16, 28)}`,
    };
  }),
  // A chain, one link of which stands out.
  floating((pick) => {
    const chosen = pick(0, 2);
    const tilt = pick(-14, 14);
    const link = (x: number, y: number) =>
      `M${x} ${y}h44a24 24 0 0 1 0 48h-44a24 24 0 0 1 0-48zM${x + 2} ${y + 15}a9 9 0 0 0 0 18h40a9 9 0 0 0 0-18z`;
    const at = (index: number) => [54 + index * 84, 66 + tilt - index * tilt] as const;
    const links = drawEach(3, (index) => {
      const [x, y] = at(index);
      return { [index === chosen ? 'strong' : index === 1 ? 'main' : 'soft']: link(x, y) };
    });
    const joints = times(
      2,
      (index) => `M${at(index)[0] + 38} ${at(index)[1] + 24}h${pick(42, 52)}`,
    );
    return { ...links, line: joints.join('') };
  }),
  // A gauge.
  floating((pick) => {
    const x = pick(120, 200);
    const angle = (pick(20, 160) * Math.PI) / 180;
    const arc = (from: number, to: number) => {
      const point = (turn: number, radius: number) =>
        `${roundToTenth(x - radius * Math.cos(turn))} ${roundToTenth(136 - radius * Math.sin(turn))}`;
      return `M${point(from, 96)}A96 96 0 0 1 ${point(to, 96)}L${point(to, 62)}A62 62 0 0 0 ${point(from, 62)}z`;
    };
    const [low, high] = [pick(26, 36) / 32, pick(62, 72) / 32];
    return {
      soft: arc(0, low - 0.04),
      main: arc(low, high - 0.04),
      strong: arc(high, Math.PI) + circle(x, 136, 10),
      line: `M${x} 136L${roundToTenth(x - 76 * Math.cos(angle))} ${roundToTenth(136 - 76 * Math.sin(angle))}`,
    };
  }, 'one-way'),
];
