import { pick, type Random } from './random.ts';
import { box, circle, type Shape, times, words } from './shapes.ts';

const TONES = ['main', 'strong', 'soft'] as const;

/** Envelopes, each with its flap. */
export function drawEnvelopes(random: Random): readonly Shape[] {
  return TONES.flatMap((tone, index): readonly Shape[] => {
    const width = pick(random, 84, 122);
    const height = Math.round(width * 0.64);
    const x = 14 + index * 96 + pick(random, -10, 10);
    const y = pick(random, 36, 148 - height);
    return [
      { tone, path: box(x, y, width, height) },
      { tone: 'line', path: flap(x, y, width, pick(random, 24, 40)) },
    ];
  });
}

/** A letter on its way out of its envelope. */
export function drawLetter(random: Random): readonly Shape[] {
  const width = pick(random, 140, 180);
  const x = pick(random, 50, 270 - width);
  const out = pick(random, 26, 46);
  return [
    { tone: 'soft', path: `M${x} 92L${x + width / 2} ${pick(random, 30, 44)}L${x + width} 92z` },
    { tone: 'main', path: box(x + 14, out, width - 28, 112) },
    { tone: 'strong', path: `M${x} 92l${width / 2} 42 ${width / 2}-42v88h${-width}z` },
    {
      tone: 'line',
      path:
        words(
          x + 30,
          out + 20,
          times(3, () => pick(random, 34, width - 60)),
        ) + circle(x > 80 ? 40 : 284, pick(random, 48, 120), 12),
    },
  ];
}

/** A series of emails, one after the other. */
export function drawSeries(random: Random): readonly Shape[] {
  const count = pick(random, 3, 5);
  const step = 280 / count;
  const chosen = pick(random, 0, count - 1);
  const emails = times(count, (index) => {
    const width = step - 20;
    return {
      x: 30 + index * step,
      y: pick(random, 42, 92 - width / 4),
      width,
      height: Math.round(width * 0.62),
    };
  });
  return [
    ...emails.map(
      ({ x, y, width, height }, index): Shape => ({
        tone: index === chosen ? 'strong' : index % 2 === 0 ? 'main' : 'soft',
        path: box(x, y, width, height) + circle(x + width / 2, 138, 6),
      }),
    ),
    { tone: 'thread', path: 'M10 138h300' },
    { tone: 'line', path: emails.map(({ x, y, width, height }) => flap(x, y, width, height / 2)).join('') },
  ];
}

/** Two versions of one email, and the one that won. */
export function drawVersions(random: Random): readonly Shape[] {
  const winner = pick(random, 0, 1);
  const picture = pick(random, 26, 50);
  return times(2, (side): readonly Shape[] => {
    const [x, top] = [52 + side * 118, side === winner ? 28 : 44];
    const button = side === 0 ? 34 : 58;
    return [
      { tone: 'soft', path: box(x, top, 98, 116) },
      {
        tone: side === winner ? 'strong' : 'main',
        path: box(x, top, 98, side === 0 ? picture : 76 - picture) + box(x + 12, top + 90, button, 15),
      },
      { tone: 'line', path: words(x + 12, top + 62, [pick(random, 44, 74), pick(random, 30, 60)]) },
    ];
  }).flat();
}

/** An inbox, and the one message that is opened. */
export function drawInbox(random: Random): readonly Shape[] {
  const chosen = pick(random, 0, 3);
  const left = pick(random, 34, 56);
  const rows = times(4, (row): Shape => {
    const tone = row === chosen ? 'strong' : row % 2 === 0 ? 'main' : 'soft';
    const wide = row === chosen ? 232 : 216;
    return {
      tone,
      path: circle(left + 11, 44 + row * 31, 11) + box(left + 32, 33 + row * 31, wide - 32, 22),
    };
  });
  const lines = times(4, (row) => words(left + 42, 44 + row * 31, [pick(random, 50, 150)]));
  return [...rows, { tone: 'line', path: lines.join('') }];
}

/** A list in groups, each with its own people. */
export function drawGroups(random: Random): readonly Shape[] {
  const chosen = pick(random, 0, 2);
  return times(3, (group): readonly Shape[] => {
    const [x, y] = [62 + group * 98, pick(random, 82, 98)];
    const size = group === chosen ? pick(random, 48, 54) : pick(random, 36, 42);
    const people = times(pick(random, 3, 6), (person) =>
      circle(x - 18 + (person % 3) * 18, y - 8 + Math.floor(person / 3) * 18, 7),
    );
    return [
      { tone: 'soft', path: circle(x, y, size) },
      { tone: group === chosen ? 'strong' : 'main', path: people.join('') },
      { tone: 'thread', path: group === chosen ? circle(x, y, size) : '' },
    ];
  }).flat();
}

function flap(x: number, y: number, width: number, depth: number): string {
  return `M${x} ${y}l${width / 2} ${depth} ${width / 2} ${-depth}`;
}
