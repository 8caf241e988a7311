import {
  alternate,
  box,
  circle,
  drawEach,
  floating,
  joinLayers,
  standing,
  times,
  words,
} from './shapes.ts';

export const EMAIL_MOTIFS = [
  // Envelopes.
  floating((pick) =>
    joinLayers(
      (['main', 'strong', 'soft'] as const).map((tone, index) => {
        const width = pick(84, 122);
        const height = Math.round(width * 0.64);
        const x = 14 + index * 96 + pick(-10, 10);
        const y = pick(36, 148 - height);
        return { [tone]: box(x, y, width, height), line: drawFlap(x, y, width, pick(24, 40)) };
      }),
    ),
  ),
  // A letter that comes out of its envelope.
  standing((pick) => {
    const width = pick(140, 180);
    const x = pick(50, 270 - width);
    const out = pick(26, 46);
    const drawText = () =>
      words(x + 30, out + 20, [pick(34, width - 60), pick(34, width - 60), pick(34, width - 60)]);
    return {
      soft: `M${x} 92L${x + width / 2} ${pick(30, 44)}L${x + width} 92z`,
      main: box(x + 14, out, width - 28, 112),
      strong: `M${x} 92l${width / 2} 42 ${width / 2}-42v88h${-width}z`,
      line: drawText() + circle(x > 80 ? 40 : 284, pick(48, 120), 12),
    };
  }),
  // A series of emails.
  floating((pick) => {
    const count = pick(3, 5);
    const step = 280 / count;
    const chosen = pick(0, count - 1);
    const width = step - 20;
    const height = Math.round(width * 0.62);
    const emails = times(count, (index) => ({ x: 30 + index * step, y: pick(42, 92 - width / 4) }));
    const drawEmail = (x: number, y: number) =>
      box(x, y, width, height) + circle(x + width / 2, 138, 6);
    return {
      ...joinLayers(
        emails.map(({ x, y }, index) => ({ [alternate(index, chosen)]: drawEmail(x, y) })),
      ),
      thread: 'M10 138h300',
      line: emails.map(({ x, y }) => drawFlap(x, y, width, height / 2)).join(''),
    };
  }),
  // Two versions of an email, one of which won.
  floating((pick) => {
    const winner = pick(0, 1);
    const picture = pick(26, 50);
    return drawEach(2, (side) => {
      const [x, top] = [52 + side * 118, side === winner ? 28 : 44];
      const image = box(x, top, 98, side === 0 ? picture : 76 - picture);
      const button = box(x + 12, top + 90, side === 0 ? 34 : 58, 15);
      return {
        soft: box(x, top, 98, 116),
        [side === winner ? 'strong' : 'main']: image + button,
        line: words(x + 12, top + 62, [pick(44, 74), pick(30, 60)]),
      };
    });
  }),
  // An inbox with one message selected.
  floating((pick) => {
    const chosen = pick(0, 3);
    const left = pick(34, 56);
    const rows = drawEach(4, (row) => {
      const width = row === chosen ? 200 : 184;
      const sender = circle(left + 11, 44 + row * 31, 11);
      return { [alternate(row, chosen)]: sender + box(left + 32, 33 + row * 31, width, 22) };
    });
    const lines = times(4, (row) => words(left + 42, 44 + row * 31, [pick(50, 150)]));
    return { ...rows, line: lines.join('') };
  }),
  // A list divided into groups of people.
  floating((pick) => {
    const chosen = pick(0, 2);
    return drawEach(3, (group) => {
      const [x, y] = [62 + group * 98, pick(82, 98)];
      const size = group === chosen ? pick(48, 54) : pick(36, 42);
      const people = times(pick(3, 6), (person) =>
        circle(x - 18 + (person % 3) * 18, y - 8 + Math.floor(person / 3) * 18, 7),
      );
      return {
        soft: circle(x, y, size),
        [group === chosen ? 'strong' : 'main']: people.join(''),
        thread: group === chosen ? circle(x, y, size) : '',
      };
    });
  }),
];

function drawFlap(x: number, y: number, width: number, depth: number): string {
  return `M${x} ${y}l${width / 2} ${depth} ${width / 2} ${-depth}`;
}
