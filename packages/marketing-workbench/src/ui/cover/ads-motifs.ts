import { alternate, box, circle, drawEach, filling, floating, times, words } from './shapes.ts';

export const ADS_MOTIFS = [
  // A bar chart, one bar of which stands out.
  filling((pick) => {
    const count = pick(5, 9);
    const width = 320 / count;
    const chosen = pick(1, count - 2);
    const bars = drawEach(count, (index) => {
      const height = index === chosen ? pick(96, 128) : pick(46, 110);
      const tone = alternate(index, chosen);
      return { [tone]: box(index * width + 5, 180 - height, width - 10, height) };
    });
    return { ...bars, line: `M0 ${pick(64, 116)}h320` };
  }),
  // A trend with one point marked.
  filling((pick) => {
    const steps = pick(5, 8);
    const points = times(steps + 1, (index) => ({
      x: Math.round((index * 320) / steps),
      y: Math.round(140 - (index * 70) / steps + pick(-24, 24)),
    }));
    const best = points[pick(2, steps - 1)] ?? { x: 0, y: 0 };
    const way = points.map(({ x, y }) => `${x} ${y}`).join('L');
    const below = points.map(({ x, y }) => `${x} ${y + 34}`).join('L');
    return {
      soft: `M${way}V180H0z`,
      main: `M${below}V180H0z`,
      line: `M${way}`,
      strong: circle(best.x, best.y, pick(12, 17)),
    };
  }, 'one-way'),
  // A search field with results below it.
  floating((pick) => {
    const x = pick(44, 72);
    const chosen = pick(0, 2);
    const rows = drawEach(3, (row) => {
      const tone = row === chosen ? 'strong' : row === 0 ? 'main' : 'soft';
      return { [tone]: box(x, 84 + row * 21, pick(96, 232 - (x - 44) * 2), 13) };
    });
    const width = pick(150, 200);
    return {
      ...rows,
      line: `${box(x, 42, width, 30)}${circle(x + width - 20, 55, 6)}M${x + width - 16} 59l6 6M${x + 12} 57h${pick(30, 90)}`,
    };
  }, 'one-way'),
  // A target with near misses.
  floating((pick) => {
    const x = pick(90, 230);
    const size = pick(0, 8);
    const near = times(4, (index) =>
      circle(pick(26, 294), index < 2 ? pick(34, 64) : pick(116, 146), pick(4, 8)),
    );
    return {
      soft: circle(x, 90, 68 + size),
      main: circle(x, 90, 44 + size),
      strong: circle(x, 90, 20 + size),
      line: `${near.join('')}M${x} 90L${x + pick(40, 90)} ${pick(28, 46)}`,
    };
  }),
  // A funnel.
  floating((pick) => {
    const middle = pick(120, 200);
    const chosen = pick(1, 3);
    const shrink = pick(38, 52);
    const steps = drawEach(4, (row) => {
      const width = 212 - row * shrink + pick(-8, 8);
      const tone = row === chosen ? 'strong' : row === 0 ? 'soft' : 'main';
      return { [tone]: box(middle - width / 2, 34 + row * 29, width, 22) };
    });
    return { ...steps, thread: `M${middle} 20V34M${middle} 143V164` };
  }),
  // A week's schedule with the best hours marked.
  floating((pick) => {
    const left = pick(44, 64);
    const [first, last] = [pick(1, 3), pick(4, 6)];
    const best = pick(first, last);
    const cells = drawEach(28, (index) => {
      const [day, hour] = [index % 7, Math.floor(index / 7)];
      const isOpen = day >= first && day <= last && hour > 0;
      const tone = isOpen ? (day === best ? 'strong' : 'main') : 'soft';
      return { [tone]: box(left + day * 30, 40 + hour * 27, 25, 22) };
    });
    return { ...cells, line: `M${left} 28h${pick(60, 120)}` };
  }),
  // An ad with a pointer over its button.
  floating((pick) => {
    const left = pick(50, 110);
    const width = pick(130, 168);
    const button = pick(60, 80);
    const pointer = `M${left + button} 118v34l8-8 7 14 8-4-7-13h11z`;
    return {
      soft: box(left, 30, width, 118),
      main: box(left, 30, width, pick(34, 48)) + box(left + 14, 114, button, 20),
      strong: pointer,
      line: words(left + 14, 96, [pick(50, width - 40)]) + pointer,
    };
  }, 'one-way'),
];
