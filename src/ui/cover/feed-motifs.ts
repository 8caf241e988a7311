import { pick, type Random } from './random.ts';
import { box, circle, round, type Shape, times, words } from './shapes.ts';

const TONES = ['soft', 'main', 'strong'] as const;

/** Cards of a feed, overlapping. */
export function drawCards(random: Random): readonly Shape[] {
  const cards = TONES.map((tone, index) => {
    const [x, y] = [18 + index * 92 + pick(random, -12, 12), pick(random, 30, 52)];
    return { tone, x, y, width: pick(random, 78, 112), height: pick(random, 78, 100) };
  });
  const strokes = cards.map(({ x, y, height }) =>
    words(x + 12, y + height - 32, [pick(random, 30, 54), pick(random, 20, 46)]),
  );
  return [
    ...cards.map(({ tone, x, y, width, height }): Shape => ({ tone, path: box(x, y, width, height) })),
    { tone: 'line', path: strokes.join('') },
  ];
}

/** Pictures of a carousel, one of them in the middle. */
export function drawCarousel(random: Random): readonly Shape[] {
  const width = pick(random, 84, 108);
  const height = pick(random, 78, 100);
  const x = 160 - width / 2 + pick(random, -34, 34);
  const shift = pick(random, -6, 6);
  const dot = pick(random, 0, 3);
  const dots = (isChosen: boolean) =>
    times(4, (index) => ((index === dot) === isChosen ? circle(136 + index * 16, 146, 4) : '')).join('');
  return [
    {
      tone: 'soft',
      path: box(x - width - 8, 52 + shift, width - 6, 68) + box(x + width + 14, 52 - shift, width - 6, 68),
    },
    { tone: 'main', path: dots(false) },
    { tone: 'strong', path: box(x, 32, width, height) + dots(true) },
    {
      tone: 'line',
      path: `${words(x + 14, height, [pick(random, 30, width - 28), pick(random, 20, width - 40)])}M${x - 16} 78l-8 8 8 8M${x + width + 16} 78l8 8-8 8`,
    },
  ];
}

/** A phone, and what is said about what it shows. */
export function drawPhone(random: Random): readonly Shape[] {
  const x = pick(random, 60, 176);
  const cut = pick(random, 56, 92);
  const bubble = (left: number, top: number) =>
    `${box(left, top, pick(random, 46, 64), 30)}M${left + 10} ${top + 30}v12l14-12z`;
  return [
    { tone: 'soft', path: bubble(x - 76, pick(random, 40, 60)) },
    { tone: 'main', path: bubble(x + 96, pick(random, 54, 88)) + box(x, 26 + cut, 84, 154 - cut) },
    { tone: 'strong', path: box(x, 30, 84, cut - 12) },
    {
      tone: 'line',
      path: `M${x - 8} 180V22h100v158${words(x + 12, 44 + cut, [pick(random, 36, 60), pick(random, 24, 56), pick(random, 24, 56)])}`,
    },
  ];
}

/** People, and the one among them whom it is meant for. */
export function drawAudience(random: Random): readonly Shape[] {
  const count = pick(random, 4, 6);
  const step = 288 / count;
  const chosen = pick(random, 1, count - 2);
  return times(count, (index): Shape => {
    const x = round(16 + (index + 0.5) * step);
    const size = index === chosen ? pick(random, 19, 22) : pick(random, 13, 16);
    const top = index === chosen ? pick(random, 52, 62) : pick(random, 70, 92);
    const tone = index === chosen ? 'strong' : index % 2 === 0 ? 'main' : 'soft';
    const shoulders = `M${round(x - size * 1.7)} 180V${top + size * 3}a${round(size * 1.7)} ${round(size * 1.7)} 0 0 1 ${round(size * 3.4)} 0V180z`;
    return { tone, path: circle(x, top, size) + shoulders };
  });
}

/** Upright stories side by side, one of them open. */
export function drawStories(random: Random): readonly Shape[] {
  const chosen = pick(random, 0, 3);
  const seen = pick(random, 18, 44);
  const open = 22 + chosen * 66;
  const others = times(4, (index): Shape => {
    const x = 22 + index * 66 + (index > chosen ? 22 : 0);
    const tone = index % 2 === 0 ? 'soft' : 'main';
    return { tone, path: index === chosen ? '' : box(x, pick(random, 40, 52), 54, 92) };
  });
  return [
    ...others,
    { tone: 'strong', path: box(open, 28, 74, 126) },
    {
      tone: 'line',
      path: `${words(open + 12, 118, [pick(random, 30, 50), pick(random, 20, 44)])}M${open + 12} 42h${seen}`,
    },
  ];
}

/** A picture in a post, with what is pressed below it. */
export function drawPost(random: Random): readonly Shape[] {
  const left = pick(random, 62, 104);
  const width = pick(random, 140, 170);
  const sun = pick(random, 24, width - 40);
  const peak = pick(random, 40, width - 60);
  const heart = `M${left + 16} 138c-14-9-10-20-4-18 2 0 4 3 4 5 0-2 2-5 4-5 6-2 10 9-4 18z`;
  return [
    { tone: 'soft', path: box(left, 26, width, 122) },
    { tone: 'main', path: `M${left} 108L${left + peak} ${pick(random, 54, 68)}L${left + width} 108z` },
    { tone: 'strong', path: circle(left + sun, 48, pick(random, 9, 13)) + heart },
    { tone: 'line', path: `M${left + 36} 128h${pick(random, 40, width - 56)}` },
  ];
}
