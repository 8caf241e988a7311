import { READER } from '../../support/test-site.ts';

/** A request of the call that counts, before its article has the id of a node. */
export type Visit = {
  readonly node: number;
  readonly address: string;
  readonly agent: string;
  readonly isPrivate: boolean;
} & (
  | { readonly kind: 'view'; readonly slug: string; readonly source: Source }
  | { readonly kind: 'search' | 'search-opened'; readonly words: string }
  | { readonly kind: 'missing'; readonly path: string; readonly host: string }
);

type Source = { readonly query: string; readonly name: string; readonly kind: string };

const AGENTS = [READER, `${READER} Second`, `${READER} Third`] as const;
export const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const INSIDE: Source = { query: '', name: '', kind: '' };
const DIRECT: Source = { query: 'from=', name: 'typed, bookmarked or unknown', kind: 'direct' };
const SOURCES: readonly Source[] = [
  INSIDE,
  INSIDE,
  INSIDE,
  DIRECT,
  DIRECT,
  ...[
    ['www.google.co.uk', 'search engines'],
    ['www.bing.com', 'search engines'],
    ['m.facebook.com', 'social networks'],
    ['t.co', 'social networks'],
    ['mail.google.com', 'newsletters'],
    ['notgoogle.com', 'other sites'],
    ['google.com.example.org', 'other sites'],
  ].map(([host = '', kind = '']) => createSource(host, kind)),
  { query: 'from=&source=June%20News', name: 'june news', kind: 'newsletters' },
];

function createSource(host: string, kind: string): Source {
  return { query: `from=https://${host}/`, name: host.replace(/^www\./, ''), kind };
}

/**
 * The same for the same seed. Each visitor stays on one of three nodes, except every hundredth, who
 * is on two.
 */
export function createVisitLog(
  count: number,
  slugs: readonly string[],
  seed: number,
): readonly Visit[] {
  const random = createRandom(seed);
  const log: Visit[] = [];
  while (log.length < count) {
    const visitor = Math.floor(random() * VISITORS);
    const reader = visitor < OFFICE ? createColleague(visitor) : createReader(visitor, random);
    const visit = { ...reader, ...createEvent(slugs, random) };
    log.push(visit);
    // Repeats what was counted; an office visits often, to meet its limits.
    if (random() < 0.1) log.push(visit);
    if (visitor < OFFICE)
      for (let more = 0; more < OFFICE_VISITS; more += 1)
        log.push({ ...reader, ...createEvent(slugs, random) });
  }
  return log.slice(0, count);
}

/** There are few visitors, so that each comes back often. */
const VISITORS = 1_200;
const OFFICE = 40;
const OFFICE_VISITS = 8;

type Random = () => number;
type Reader = Pick<Visit, 'node' | 'address' | 'agent' | 'isPrivate'>;

/** One address of many browsers. */
function createColleague(visitor: number): Reader {
  return { node: 0, address: '10.9.9.9', agent: `${READER} ${visitor}`, isPrivate: false };
}

function createReader(visitor: number, random: Random): Reader {
  const isElsewhere = visitor % 100 === 0 && random() < 0.5;
  return {
    node: (isElsewhere ? visitor + 1 : visitor) % 3,
    address: `10.1.${visitor >> 8}.${visitor & 255}`,
    agent: visitor % 50 === 1 ? ROBOT : pick(AGENTS, random),
    isPrivate: visitor % 50 === 2,
  };
}

const WORDS = Array.from({ length: 600 }, (_, index) => `words ${index}`);
const PATHS = Array.from({ length: 120 }, (_, index) => `/old/page-${index}`);

function createEvent(slugs: readonly string[], random: Random) {
  const chance = random();
  if (chance < 0.7)
    return { kind: 'view', slug: pick(slugs, random), source: pickSource(random) } as const;
  if (chance < 0.8) return { kind: 'search', words: pick(WORDS, random) } as const;
  if (chance < 0.85) return { kind: 'search-opened', words: pick(WORDS, random) } as const;
  const host = pick(['', 'forum.example', 'partner.example'], random);
  return { kind: 'missing', path: pick(PATHS, random), host } as const;
}

function pickSource(random: Random): Source {
  const rare = createSource(`rare-${Math.floor(random() * 60)}.example`, 'other sites');
  return random() < 0.01 ? rare : pick(SOURCES, random);
}

/** Prefers the first ones. */
function pick<One>(from: readonly One[], random: Random): One {
  const one = from[Math.floor(random() ** 2 * from.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}

/** Linear congruential, with the constants of Numerical Recipes. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
