import { pick, type Random } from './random.ts';
import { box, COVER_HEIGHT, COVER_WIDTH, circle, type Shape, times, words } from './shapes.ts';

/** Columns of a report, one of them the one to look at. */
export function drawBars(random: Random): readonly Shape[] {
  const count = pick(random, 5, 9);
  const width = COVER_WIDTH / count;
  const chosen = pick(random, 1, count - 2);
  const bars = times(count, (index): Shape => {
    const height = index === chosen ? pick(random, 96, 128) : pick(random, 46, 110);
    const tone = index === chosen ? 'strong' : index % 2 === 0 ? 'main' : 'soft';
    return { tone, path: box(index * width + 5, COVER_HEIGHT - height, width - 10, height) };
  });
  return [...bars, { tone: 'line', path: `M0 ${pick(random, 64, 116)}h${COVER_WIDTH}` }];
}

/** A figure over time, and the day that counts. */
export function drawTrend(random: Random): readonly Shape[] {
  const steps = pick(random, 5, 8);
  const points = times(steps + 1, (index) => ({
    x: Math.round((index * COVER_WIDTH) / steps),
    y: Math.round(140 - (index * 70) / steps + pick(random, -24, 24)),
  }));
  const best = points[pick(random, 2, steps - 1)] ?? { x: 0, y: 0 };
  const way = points.map(({ x, y }) => `${x} ${y}`).join('L');
  const below = points.map(({ x, y }) => `${x} ${y + 34}`).join('L');
  return [
    { tone: 'soft', path: `M${way}V180H0z` },
    { tone: 'main', path: `M${below}V180H0z` },
    { tone: 'line', path: `M${way}` },
    { tone: 'strong', path: circle(best.x, best.y, pick(random, 12, 17)) },
  ];
}

/** A search, and what stands below it. */
export function drawSearch(random: Random): readonly Shape[] {
  const x = pick(random, 44, 72);
  const chosen = pick(random, 0, 2);
  const rows = times(3, (row): Shape => {
    const tone = row === chosen ? 'strong' : row === 0 ? 'main' : 'soft';
    return { tone, path: box(x, 84 + row * 21, pick(random, 96, 232 - (x - 44) * 2), 13) };
  });
  const width = pick(random, 150, 200);
  return [
    ...rows,
    {
      tone: 'line',
      path: `${box(x, 42, width, 30)}${circle(x + width - 20, 55, 6)}M${x + width - 16} 59l6 6M${x + 12} 57h${pick(random, 30, 90)}`,
    },
  ];
}

/** A target, and what came near it. */
export function drawRing(random: Random): readonly Shape[] {
  const x = pick(random, 90, 230);
  const size = pick(random, 0, 8);
  const near = times(4, (index) =>
    circle(
      pick(random, 26, 294),
      index < 2 ? pick(random, 34, 64) : pick(random, 116, 146),
      pick(random, 4, 8),
    ),
  );
  return [
    { tone: 'soft', path: circle(x, 90, 68 + size) },
    { tone: 'main', path: circle(x, 90, 44 + size) },
    { tone: 'strong', path: circle(x, 90, 20 + size) },
    { tone: 'line', path: `${near.join('')}M${x} 90L${x + pick(random, 40, 90)} ${pick(random, 28, 46)}` },
  ];
}

/** How many come in at the top, and how few are left below. */
export function drawFunnel(random: Random): readonly Shape[] {
  const middle = pick(random, 120, 200);
  const chosen = pick(random, 1, 3);
  const shrink = pick(random, 38, 52);
  const steps = times(4, (row): Shape => {
    const width = 212 - row * shrink + pick(random, -8, 8);
    const tone = row === chosen ? 'strong' : row === 0 ? 'soft' : 'main';
    return { tone, path: box(middle - width / 2, 34 + row * 29, width, 22) };
  });
  return [...steps, { tone: 'thread', path: `M${middle} 20V34M${middle} 143V164` }];
}

/** The week's hours, and those in which it pays to be seen. */
export function drawSchedule(random: Random): readonly Shape[] {
  const left = pick(random, 44, 64);
  const [first, last] = [pick(random, 1, 3), pick(random, 4, 6)];
  const best = pick(random, first, last);
  const cells = times(28, (index): Shape => {
    const [day, hour] = [index % 7, Math.floor(index / 7)];
    const isOpen = day >= first && day <= last && hour > 0;
    const tone = isOpen ? (day === best ? 'strong' : 'main') : 'soft';
    return { tone, path: box(left + day * 30, 40 + hour * 27, 25, 22) };
  });
  return [...cells, { tone: 'line', path: `M${left} 28h${pick(random, 60, 120)}` }];
}

/** An ad, and the pointer that is about to press its button. */
export function drawClick(random: Random): readonly Shape[] {
  const left = pick(random, 50, 110);
  const width = pick(random, 130, 168);
  const button = pick(random, 60, 80);
  const pointer = `M${left + button} 118v34l8-8 7 14 8-4-7-13h11z`;
  return [
    { tone: 'soft', path: box(left, 30, width, 118) },
    { tone: 'main', path: box(left, 30, width, pick(random, 34, 48)) + box(left + 14, 114, button, 20) },
    { tone: 'strong', path: pointer },
    { tone: 'line', path: words(left + 14, 96, [pick(random, 50, width - 40)]) + pointer },
  ];
}
