import { ADS_MOTIFS } from './ads-motifs.ts';
import { EMAIL_MOTIFS } from './email-motifs.ts';
import { FEED_MOTIFS } from './feed-motifs.ts';
import { NEWS_MOTIFS } from './news-motifs.ts';
import { createPicker, type PickNumber } from './random.ts';
import { SEARCH_MOTIFS } from './search-motifs.ts';
import {
  box,
  COVER_HEIGHT,
  COVER_WIDTH,
  circle,
  drawEach,
  floating,
  type Motif,
  roundToTenth,
  TONES,
  type Tone,
  times,
} from './shapes.ts';

const MOTIFS: ReadonlyMap<string, readonly Motif[]> = new Map([
  ['ads', ADS_MOTIFS],
  ['feed', FEED_MOTIFS],
  ['email', EMAIL_MOTIFS],
  ['search', SEARCH_MOTIFS],
  ['news', NEWS_MOTIFS],
]);

/** What a cover is drawn from: a category or the news, its motif, and the slug of the article. */
export type CoverSubject = {
  readonly theme: string;
  readonly motif: string;
  readonly slug: string;
};

/** Blocks on a table, for a category without motifs of its own. */
const BLOCKS = floating((pick) => ({
  ...drawEach(4, (index) => {
    const height = pick(30, 96);
    const tone = index === 0 ? 'main' : index === 2 ? 'strong' : 'soft';
    return { [tone]: box(28 + index * 68, 132 - height, pick(36, 56), height) };
  }),
  line: times(2, (leg) => `M${52 + leg * 216} 132v40`).join('M16 132h288'),
}));

/** Different grounds tell neighbours with the same motif apart. */
const GROUNDS = ['pale', 'tinted', 'bold'] as const;
export type Ground = (typeof GROUNDS)[number];

/**
 * What a cover consists of: its ground, the layers of its motif from back to front with their SVG
 * transform, and a backdrop. The caller chooses the colours. Each slug has its own composition. A
 * `turn` gives a further one that goes beside it: with the next motif and ground.
 */
export function composeCover({ theme, motif: motifName, slug }: CoverSubject, turn = 0) {
  const name = `${theme}/${slug}`;
  const choose = createPicker(name);
  const motifs = MOTIFS.get(motifName) ?? [BLOCKS];
  const motif = motifs[(choose(0, motifs.length - 1) + turn) % motifs.length] ?? BLOCKS;
  const ground = GROUNDS[(choose(0, GROUNDS.length - 1) + turn) % GROUNDS.length] ?? 'pale';
  const pick = turn === 0 ? choose : createPicker(`${name}/${turn}`);
  const isSwapped = pick(0, 1) === 0;
  const backdrop = (BACKDROPS[pick(0, BACKDROPS.length - 1)] ?? drawSun)(pick);
  const transform = placeMotif(motif, pick);
  const drawn = motif.draw(pick);
  const layers = TONES.flatMap((tone) => {
    const path = drawn[tone];
    return path === undefined || path === ''
      ? []
      : [{ tone: isSwapped ? swapTone(tone) : tone, path }];
  });
  return { ground, backdrop, layers, transform };
}

/** Returns the content of a cover's SVG element. */
export function drawCover(subject: CoverSubject): string {
  const { ground, backdrop, layers, transform } = composeCover(subject);
  const motif = layers.map(({ tone, path }) => `<path class="cover-${tone}" d="${path}"/>`);
  return `<g class="cover-${ground}"><path class="cover-ground" d="${GROUND}"/><path class="cover-back" d="${backdrop}"/><g transform="${transform}">${motif.join('')}</g></g>`;
}

function swapTone(tone: Tone): Tone {
  if (tone === 'soft') return 'main';
  return tone === 'main' ? 'soft' : tone;
}

/** Shrinks and moves the motif only as far as every cut of the canvas still shows what matters. */
function placeMotif({ stance, direction }: Motif, pick: PickNumber): string {
  const side = pick(0, 1) === 0 || direction === 'one-way' ? 1 : -1;
  const size = stance === 'filling' ? 1 : pick(78, 100) / 100;
  const room = Math.round((1 - size) * 60);
  const aside = pick(-16, 16) * (stance === 'filling' ? 0 : 1) + pick(-room, room);
  const [x, y] = [COVER_WIDTH / 2, stance === 'standing' ? COVER_HEIGHT : COVER_HEIGHT / 2];
  const lift = stance === 'floating' ? pick(-room, room) : 0;
  const [left, top] = [
    roundToTenth(x - side * size * x + aside),
    roundToTenth(y - size * y + lift),
  ];
  return `matrix(${side * size} 0 0 ${size} ${left} ${top})`;
}

/**
 * How far shapes extend past the edges, so that no gap shows where a cover's height is a fraction
 * of a pixel.
 */
const BLEED = 9;
const GROUND = box(-BLEED, -BLEED, COVER_WIDTH + 2 * BLEED, COVER_HEIGHT + 2 * BLEED);
const [LEFT, RIGHT] = [-BLEED, COVER_WIDTH + BLEED];
const BOTTOM = COVER_HEIGHT + BLEED;

const drawSun = (pick: PickNumber) => circle(pick(40, 280), pick(40, 140), pick(56, 104));

/**
 * Large shapes between the ground and the motif, which tell covers with the same motif apart from a
 * distance.
 */
const BACKDROPS: readonly ((pick: PickNumber) => string)[] = [
  drawSun,
  // A circle around a corner.
  (pick) => circle(pick(0, 1) * COVER_WIDTH, pick(0, 1) * COVER_HEIGHT, pick(90, 160)),
  // A slope.
  (pick) => `M${LEFT} ${pick(20, 160)}L${RIGHT} ${pick(20, 160)}V${BOTTOM}H${LEFT}z`,
  // A hill.
  (pick) => {
    const [start, end] = [pick(90, 150), pick(90, 150)];
    return `M${LEFT} ${start}Q${pick(80, 240)} ${pick(-10, 40)} ${RIGHT} ${end}V${BOTTOM}H${LEFT}z`;
  },
  // Stripes.
  (pick) => {
    const step = pick(36, 80);
    const lean = pick(-1, 1) * pick(30, 60);
    const stripe = `h${step / 2}l${lean} ${BOTTOM + BLEED}h${-step / 2}z`;
    return times(Math.ceil(440 / step), (index) => `M${index * step - 60} ${-BLEED}${stripe}`).join(
      '',
    );
  },
  // One half.
  (pick) => {
    const edge = pick(80, 240);
    return box(edge, -BLEED, (pick(0, 1) === 0 ? LEFT : RIGHT) - edge, BOTTOM + BLEED);
  },
];
