import { drawBackdrop } from './backdrops.ts';
import { BLOCKS, listMotifs, type Motif } from './motifs.ts';
import { createRandom, pick, type Random } from './random.ts';
import { COVER_HEIGHT, COVER_WIDTH, round, type Tone } from './shapes.ts';

/** What a cover consists of; how it is coloured is for those who show it. */
export type Composition = {
  readonly ground: Ground;
  readonly backdrop: string;
  /** Of the motif, from the back to the front. */
  readonly layers: readonly { readonly tone: Tone; readonly path: string }[];
  /** Where on the field the motif stands, how large, and which way round: an SVG transform of its layers. */
  readonly transform: string;
};

/** Neighbours with the same motif differ by it at first sight. */
export const GROUNDS = ['pale', 'tinted', 'bold'] as const;
export type Ground = (typeof GROUNDS)[number];

const TONES: readonly Tone[] = ['thread', 'soft', 'main', 'strong', 'line'];

/**
 * Another slug, another composition. With a `turn` it is one to stand beside that without: of the next motif and on the
 * next ground.
 */
export function composeCover(category: string, slug: string, turn = 0): Composition {
  const name = `${category}/${slug}`;
  const choice = createRandom(name);
  const motifs = listMotifs(category);
  const motif = motifs[(pick(choice, 0, motifs.length - 1) + turn) % motifs.length] ?? BLOCKS;
  const ground = GROUNDS[(pick(choice, 0, GROUNDS.length - 1) + turn) % GROUNDS.length] ?? 'pale';
  const random = turn === 0 ? choice : createRandom(`${name}/${turn}`);
  const isSwapped = pick(random, 0, 1) === 0;
  const backdrop = drawBackdrop(random);
  const transform = placeMotif(motif, random);
  const shapes = motif.draw(random);
  const layers = TONES.flatMap((tone) => {
    const drawn = isSwapped ? swap(tone) : tone;
    const path = shapes.flatMap((shape) => (shape.tone === tone ? shape.path : [])).join('');
    return path === '' ? [] : [{ tone: drawn, path }];
  });
  return { ground, backdrop, layers, transform };
}

function swap(tone: Tone): Tone {
  if (tone === 'soft') return 'main';
  return tone === 'main' ? 'soft' : tone;
}

/** Smaller or aside as far as nothing that matters leaves the part of the field that every cut shows. */
function placeMotif({ stance, isOneWay = false }: Motif, random: Random): string {
  const side = pick(random, 0, 1) === 0 || isOneWay ? 1 : -1;
  const size = stance === 'filling' ? 1 : pick(random, 78, 100) / 100;
  const room = Math.round((1 - size) * 60);
  const aside = pick(random, -16, 16) * (stance === 'filling' ? 0 : 1) + pick(random, -room, room);
  const [x, y] = [COVER_WIDTH / 2, stance === 'standing' ? COVER_HEIGHT : COVER_HEIGHT / 2];
  const lift = stance === 'floating' ? pick(random, -room, room) : 0;
  const [left, top] = [round(x - side * size * x + aside), round(y - size * y + lift)];
  return `matrix(${side * size} 0 0 ${size} ${left} ${top})`;
}
