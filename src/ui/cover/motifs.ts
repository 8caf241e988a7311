import {
  drawBars,
  drawClick,
  drawFunnel,
  drawRing,
  drawSchedule,
  drawSearch,
  drawTrend,
} from './ads-motifs.ts';
import {
  drawEnvelopes,
  drawGroups,
  drawInbox,
  drawLetter,
  drawSeries,
  drawVersions,
} from './email-motifs.ts';
import { drawAudience, drawCards, drawCarousel, drawPhone, drawPost, drawStories } from './feed-motifs.ts';
import { drawCalendar, drawColumns, drawFrontPage, drawMegaphone, drawTimeline } from './news-motifs.ts';
import { pick, type Random } from './random.ts';
import { drawChain, drawGauge, drawGlass, drawHub, drawPins, drawTree } from './search-motifs.ts';
import { box, type Shape, times } from './shapes.ts';

export type Motif = {
  readonly draw: (random: Random) => readonly Shape[];
  /** Whether it floats on the field, stands on its lower edge, or fills it. */
  readonly stance: 'floating' | 'standing' | 'filling';
  /** Whether its mirror image would say something else, as a rising line that falls. */
  readonly isOneWay?: boolean;
};

/** What a category's covers are drawn from; a category without motifs of its own gets the workbench's. */
export function listMotifs(category: string): readonly Motif[] {
  return MOTIFS.get(category) ?? [BLOCKS];
}

const BLOCK_TONES = ['main', 'soft', 'strong', 'soft'] as const;

/** Anything else: pieces on a bench. */
export const BLOCKS: Motif = {
  stance: 'floating',
  draw: (random) => {
    const blocks = BLOCK_TONES.map((tone, index): Shape => {
      const height = pick(random, 30, 96);
      return { tone, path: box(28 + index * 68, 132 - height, pick(random, 36, 56), height) };
    });
    const legs = times(2, (leg) => `M${52 + leg * 216} 132v40`).join('M16 132h288');
    return [...blocks, { tone: 'line', path: legs }];
  },
};

const MOTIFS: ReadonlyMap<string, readonly Motif[]> = new Map<string, readonly Motif[]>([
  [
    'google-ads',
    [
      { draw: drawBars, stance: 'filling' },
      { draw: drawTrend, stance: 'filling', isOneWay: true },
      { draw: drawSearch, stance: 'floating', isOneWay: true },
      { draw: drawRing, stance: 'floating' },
      { draw: drawFunnel, stance: 'floating' },
      { draw: drawSchedule, stance: 'floating' },
      { draw: drawClick, stance: 'floating', isOneWay: true },
    ],
  ],
  [
    'facebook-ads',
    [
      { draw: drawCards, stance: 'floating' },
      { draw: drawCarousel, stance: 'floating' },
      { draw: drawPhone, stance: 'standing' },
      { draw: drawAudience, stance: 'standing' },
      { draw: drawStories, stance: 'floating' },
      { draw: drawPost, stance: 'floating' },
    ],
  ],
  [
    'email-marketing',
    [
      { draw: drawEnvelopes, stance: 'floating' },
      { draw: drawLetter, stance: 'standing' },
      { draw: drawSeries, stance: 'floating' },
      { draw: drawVersions, stance: 'floating' },
      { draw: drawInbox, stance: 'floating' },
      { draw: drawGroups, stance: 'floating' },
    ],
  ],
  [
    'seo',
    [
      { draw: drawHub, stance: 'floating' },
      { draw: drawTree, stance: 'floating' },
      { draw: drawPins, stance: 'filling' },
      { draw: drawGlass, stance: 'floating' },
      { draw: drawChain, stance: 'floating' },
      { draw: drawGauge, stance: 'floating', isOneWay: true },
    ],
  ],
  [
    'digital-marketing-news',
    [
      { draw: drawColumns, stance: 'floating' },
      { draw: drawFrontPage, stance: 'floating' },
      { draw: drawCalendar, stance: 'floating' },
      { draw: drawTimeline, stance: 'floating' },
      { draw: drawMegaphone, stance: 'floating' },
    ],
  ],
]);
