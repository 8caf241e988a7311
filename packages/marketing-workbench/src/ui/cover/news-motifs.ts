import { alternate, box, circle, drawEach, floating, times, words } from './shapes.ts';

export const NEWS_MOTIFS = [
  // A front page's columns below or above their headline, or on both sides of it.
  floating((pick) => {
    const count = pick(2, 4);
    const step = 284 / count;
    const picture = pick(0, count - 1);
    const headline = pick(0, 2);
    const size = headline === 2 ? pick(24, 34) : pick(40, 74);
    const [top, rows] = [headline === 0 ? 70 : 34, headline === 2 ? 2 : 4];
    const columns = times(count, (column) => {
      const x = 24 + column * step;
      const upper = times(rows, () => pick(step * 0.5, step - 20));
      return words(x, top + 10, upper) + (headline === 2 ? words(x, 114, upper.toReversed()) : '');
    });
    const line = box(24, headline === 0 ? 34 : headline === 1 ? 118 : 72, pick(150, 270), 24);
    return {
      strong: line,
      main: box(18 + picture * step, top, step - 8, size),
      line: columns.join(''),
    };
  }),
  // A front page with its picture.
  floating((pick) => {
    const width = pick(110, 160);
    const isLeft = pick(0, 1) === 0;
    const x = isLeft ? 28 : 292 - width;
    const text = isLeft ? x + width + 18 : 28;
    const room = 264 - width - 18;
    const horizon = pick(84, 116);
    return {
      soft: box(x, 34, width, 112),
      main: `M${x} 146V${horizon}l${width / 3} ${pick(-30, -10)} ${width / 3} ${pick(16, 34)} ${width / 3} ${pick(-30, -14)}V146z`,
      strong: box(text, 34, room, 16) + box(text, 56, pick(50, room), 16),
      line: words(
        text,
        92,
        times(4, () => pick(40, room)),
      ),
    };
  }),
  // A calendar page with one day marked.
  floating((pick) => {
    const left = pick(56, 110);
    const day = pick(3, 16);
    const days = (isTheDay: boolean) =>
      times(18, (index) =>
        (index === day) === isTheDay
          ? box(left + 14 + (index % 6) * 23, 72 + Math.floor(index / 6) * 24, 17, 16)
          : '',
      ).join('');
    return {
      soft: box(left, 30, 160, 120),
      main: box(left, 30, 160, 28) + days(false),
      strong: days(true),
      line: `M${left + 34} 22v18M${left + 126} 22v18M${left + 56} 44h${pick(24, 48)}`,
    };
  }),
  // A timeline.
  floating((pick) => {
    const count = pick(4, 6);
    const step = 272 / count;
    const chosen = pick(1, count - 1);
    const events = times(count, (index) => ({
      x: Math.round(24 + (index + 0.5) * step),
      isUp: index % 2 === 0,
    }));
    return {
      thread: `M14 90h292${events.map(({ x, isUp }) => `M${x} 90v${isUp ? -22 : 22}`).join('')}`,
      ...drawEach(count, (index) => {
        const { x, isUp } = events[index] ?? { x: 0, isUp: false };
        const height = pick(26, 34);
        const event = box(x - step * 0.42, isUp ? 68 - height : 112, step * 0.84, height);
        return { [alternate(index, chosen)]: event + circle(x, 90, index === chosen ? 10 : 6) };
      }),
    };
  }),
  // A megaphone.
  floating((pick) => {
    const left = pick(56, 84);
    const lift = pick(-6, 10);
    const mouth = left + 112;
    const waves = times(3, (wave) =>
      words(mouth + 20, 64 + wave * 26 - lift - 16 + wave * -3, [pick(26, 66)]),
    );
    return {
      soft: box(left + 18, 104, 26, 44),
      main: box(left, 74, 46, 34),
      strong: `M${left + 46} 74L${mouth} ${40 - lift / 2}v102L${left + 46} 108z`,
      line: waves.join(''),
    };
  }),
];
