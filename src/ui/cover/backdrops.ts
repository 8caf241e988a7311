import { pick, type Random } from './random.ts';
import { box, COVER_HEIGHT, COVER_WIDTH, circle, times } from './shapes.ts';

/** How far what reaches an edge goes on past it: no gap shows where a cover's height is no whole number of pixels. */
export const BLEED = 9;

const [LEFT, RIGHT] = [-BLEED, COVER_WIDTH + BLEED];
const BOTTOM = COVER_HEIGHT + BLEED;

/** One large shape, or a few, between the ground and the motif: what tells covers of one motif apart from afar. */
export function drawBackdrop(random: Random): string {
  const backdrop = BACKDROPS[pick(random, 0, BACKDROPS.length - 1)] ?? drawSun;
  return backdrop(random);
}

function drawSun(random: Random): string {
  return circle(pick(random, 40, 280), pick(random, 40, 140), pick(random, 56, 104));
}

function drawCorner(random: Random): string {
  return circle(pick(random, 0, 1) * COVER_WIDTH, pick(random, 0, 1) * COVER_HEIGHT, pick(random, 90, 160));
}

function drawSlope(random: Random): string {
  return `M${LEFT} ${pick(random, 20, 160)}L${RIGHT} ${pick(random, 20, 160)}V${BOTTOM}H${LEFT}z`;
}

function drawHill(random: Random): string {
  const [start, end] = [pick(random, 90, 150), pick(random, 90, 150)];
  return `M${LEFT} ${start}Q${pick(random, 80, 240)} ${pick(random, -10, 40)} ${RIGHT} ${end}V${BOTTOM}H${LEFT}z`;
}

function drawStripes(random: Random): string {
  const step = pick(random, 36, 80);
  const lean = pick(random, -1, 1) * pick(random, 30, 60);
  const stripe = (index: number) => {
    const x = index * step - 60;
    return `M${x} ${-BLEED}h${step / 2}l${lean} ${BOTTOM + BLEED}h${-step / 2}z`;
  };
  return times(Math.ceil(440 / step), stripe).join('');
}

function drawHalf(random: Random): string {
  const edge = pick(random, 80, 240);
  return box(edge, -BLEED, (pick(random, 0, 1) === 0 ? LEFT : RIGHT) - edge, BOTTOM + BLEED);
}

const BACKDROPS = [drawSun, drawCorner, drawSlope, drawHill, drawStripes, drawHalf] as const;
