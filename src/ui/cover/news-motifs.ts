import { pick, type Random } from './random.ts';
import { box, circle, type Shape, times, words } from './shapes.ts';

/** A front page's columns below or above their headline, or on both sides of it. */
export function drawColumns(random: Random): readonly Shape[] {
  const count = pick(random, 2, 4);
  const step = 284 / count;
  const picture = pick(random, 0, count - 1);
  const headline = pick(random, 0, 2);
  const size = headline === 2 ? pick(random, 24, 34) : pick(random, 40, 74);
  const [top, rows] = [headline === 0 ? 70 : 34, headline === 2 ? 2 : 4];
  const columns = times(count, (column) => {
    const x = 24 + column * step;
    const upper = times(rows, () => pick(random, step * 0.5, step - 20));
    return words(x, top + 10, upper) + (headline === 2 ? words(x, 114, upper.toReversed()) : '');
  });
  const line = box(24, headline === 0 ? 34 : headline === 1 ? 118 : 72, pick(random, 150, 270), 24);
  return [
    { tone: 'strong', path: line },
    { tone: 'main', path: box(18 + picture * step, top, step - 8, size) },
    { tone: 'line', path: columns.join('') },
  ];
}

/** A front page with its picture. */
export function drawFrontPage(random: Random): readonly Shape[] {
  const width = pick(random, 110, 160);
  const isLeft = pick(random, 0, 1) === 0;
  const x = isLeft ? 28 : 292 - width;
  const text = isLeft ? x + width + 18 : 28;
  const room = 264 - width - 18;
  const horizon = pick(random, 84, 116);
  return [
    { tone: 'soft', path: box(x, 34, width, 112) },
    {
      tone: 'main',
      path: `M${x} 146V${horizon}l${width / 3} ${pick(random, -30, -10)} ${width / 3} ${pick(random, 16, 34)} ${width / 3} ${pick(random, -30, -14)}V146z`,
    },
    { tone: 'strong', path: box(text, 34, room, 16) + box(text, 56, pick(random, 50, room), 16) },
    {
      tone: 'line',
      path: words(
        text,
        92,
        times(4, () => pick(random, 40, room)),
      ),
    },
  ];
}

/** A leaf of a calendar, and the day from which it counts. */
export function drawCalendar(random: Random): readonly Shape[] {
  const left = pick(random, 56, 110);
  const day = pick(random, 3, 16);
  const days = (isTheDay: boolean) =>
    times(18, (index) =>
      (index === day) === isTheDay
        ? box(left + 14 + (index % 6) * 23, 72 + Math.floor(index / 6) * 24, 17, 16)
        : '',
    ).join('');
  return [
    { tone: 'soft', path: box(left, 30, 160, 120) },
    { tone: 'main', path: box(left, 30, 160, 28) + days(false) },
    { tone: 'strong', path: days(true) },
    { tone: 'line', path: `M${left + 34} 22v18M${left + 126} 22v18M${left + 56} 44h${pick(random, 24, 48)}` },
  ];
}

/** What happened one after the other. */
export function drawTimeline(random: Random): readonly Shape[] {
  const count = pick(random, 4, 6);
  const step = 272 / count;
  const chosen = pick(random, 1, count - 1);
  const events = times(count, (index) => ({
    x: Math.round(24 + (index + 0.5) * step),
    isUp: index % 2 === 0,
  }));
  return [
    {
      tone: 'thread',
      path: `M14 90h292${events.map(({ x, isUp }) => `M${x} 90v${isUp ? -22 : 22}`).join('')}`,
    },
    ...events.map(({ x, isUp }, index): Shape => {
      const height = pick(random, 26, 34);
      const tone = index === chosen ? 'strong' : isUp ? 'main' : 'soft';
      const path =
        box(x - step * 0.42, isUp ? 68 - height : 112, step * 0.84, height) +
        circle(x, 90, index === chosen ? 10 : 6);
      return { tone, path };
    }),
  ];
}

/** A voice that carries, and what it says. */
export function drawMegaphone(random: Random): readonly Shape[] {
  const left = pick(random, 56, 84);
  const lift = pick(random, -6, 10);
  const mouth = left + 112;
  const waves = times(3, (wave) =>
    words(mouth + 20, 64 + wave * 26 - lift - 16 + wave * -3, [pick(random, 26, 66)]),
  );
  return [
    { tone: 'soft', path: box(left + 18, 104, 26, 44) },
    { tone: 'main', path: box(left, 74, 46, 34) },
    { tone: 'strong', path: `M${left + 46} 74L${mouth} ${40 - lift / 2}v102L${left + 46} 108z` },
    { tone: 'line', path: waves.join('') },
  ];
}
