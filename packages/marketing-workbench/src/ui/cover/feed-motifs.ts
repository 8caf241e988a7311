import {
  alternate,
  box,
  circle,
  drawEach,
  floating,
  roundToTenth,
  standing,
  times,
  words,
} from './shapes.ts';

export const FEED_MOTIFS = [
  // Cards of a feed, overlapping.
  floating((pick) => {
    const cards = (['soft', 'main', 'strong'] as const).map((tone, index) => {
      const [x, y] = [18 + index * 92 + pick(-12, 12), pick(30, 52)];
      return { tone, x, y, width: pick(78, 112), height: pick(78, 100) };
    });
    const strokes = cards.map(({ x, y, height }) =>
      words(x + 12, y + height - 32, [pick(30, 54), pick(20, 46)]),
    );
    return {
      ...Object.fromEntries(
        cards.map(({ tone, x, y, width, height }) => [tone, box(x, y, width, height)]),
      ),
      line: strokes.join(''),
    };
  }),
  // Pictures of a carousel, one of them in the middle.
  floating((pick) => {
    const width = pick(84, 108);
    const height = pick(78, 100);
    const x = 160 - width / 2 + pick(-34, 34);
    const shift = pick(-6, 6);
    const dot = pick(0, 3);
    const dots = (isChosen: boolean) =>
      times(4, (index) =>
        (index === dot) === isChosen ? circle(136 + index * 16, 146, 4) : '',
      ).join('');
    return {
      soft:
        box(x - width - 8, 52 + shift, width - 6, 68) +
        box(x + width + 14, 52 - shift, width - 6, 68),
      main: dots(false),
      strong: box(x, 32, width, height) + dots(true),
      line: `${words(x + 14, height, [pick(30, width - 28), pick(20, width - 40)])}M${x - 16} 78l-8 8 8 8M${x + width + 16} 78l8 8-8 8`,
    };
  }),
  // A phone with speech bubbles.
  standing((pick) => {
    const x = pick(60, 176);
    const cut = pick(56, 92);
    const bubble = (left: number, top: number) =>
      `${box(left, top, pick(46, 64), 30)}M${left + 10} ${top + 30}v12l14-12z`;
    return {
      soft: bubble(x - 76, pick(40, 60)),
      main: bubble(x + 96, pick(54, 88)) + box(x, 26 + cut, 84, 154 - cut),
      strong: box(x, 30, 84, cut - 12),
      line: `M${x - 8} 180V22h100v158${words(x + 12, 44 + cut, [pick(36, 60), pick(24, 56), pick(24, 56)])}`,
    };
  }),
  // People, one of whom stands out.
  standing((pick) => {
    const count = pick(4, 6);
    const step = 288 / count;
    const chosen = pick(1, count - 2);
    return drawEach(count, (index) => {
      const x = roundToTenth(16 + (index + 0.5) * step);
      const size = index === chosen ? pick(19, 22) : pick(13, 16);
      const top = index === chosen ? pick(52, 62) : pick(70, 92);
      const tone = alternate(index, chosen);
      const shoulders = `M${roundToTenth(x - size * 1.7)} 180V${top + size * 3}a${roundToTenth(size * 1.7)} ${roundToTenth(size * 1.7)} 0 0 1 ${roundToTenth(size * 3.4)} 0V180z`;
      return { [tone]: circle(x, top, size) + shoulders };
    });
  }),
  // Upright stories side by side, one of them open.
  floating((pick) => {
    const chosen = pick(0, 3);
    const seen = pick(18, 44);
    const open = 22 + chosen * 66;
    const others = drawEach(4, (index) => {
      const x = 22 + index * 66 + (index > chosen ? 22 : 0);
      const tone = index % 2 === 0 ? 'soft' : 'main';
      return { [tone]: index === chosen ? '' : box(x, pick(40, 52), 54, 92) };
    });
    return {
      ...others,
      strong: box(open, 28, 74, 126),
      line: `${words(open + 12, 118, [pick(30, 50), pick(20, 44)])}M${open + 12} 42h${seen}`,
    };
  }),
  // A post: a picture with buttons below it.
  floating((pick) => {
    const left = pick(62, 104);
    const width = pick(140, 170);
    const sun = pick(24, width - 40);
    const peak = pick(40, width - 60);
    const heart = `M${left + 16} 138c-14-9-10-20-4-18 2 0 4 3 4 5 0-2 2-5 4-5 6-2 10 9-4 18z`;
    return {
      soft: box(left, 26, width, 122),
      main: `M${left} 108L${left + peak} ${pick(54, 68)}L${left + width} 108z`,
      strong: circle(left + sun, 48, pick(9, 13)) + heart,
      line: `M${left + 36} 128h${pick(40, width - 56)}`,
    };
  }),
];
