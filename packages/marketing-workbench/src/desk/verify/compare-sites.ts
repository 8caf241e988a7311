import { type ComparedAnswer, fetchAnswer } from './fetch-answer.ts';
import { listNamedAddresses } from './list-start-addresses.ts';

export type SiteDifference = {
  readonly address: string;
  readonly what: string;
  /**
   * Key of the change, the same for one change on several pages, such as a title that lists show.
   */
  readonly kind: string;
};

export type SiteComparison = {
  readonly compared: number;
  readonly differences: readonly SiteDifference[];
};

type ComparedSites = {
  /** Origin of the site that was built from the export. */
  readonly built: string;
  /** Origin of the running site. */
  readonly present: string;
};

type ComparisonOptions = {
  /** Addresses to begin with; those that answers name are added. */
  readonly addresses: readonly string[];
  /** Origins that answers contain, such as that of canonical addresses. */
  readonly origins: readonly string[];
  readonly onProgress: (done: number, known: number) => void;
};

const AT_ONCE = 6;
/** Limit for addresses, because a page can link to ever more pages. */
const ADDRESSES_MAX = 500_000;

/** Asks both sites for every address, and compares the answers. */
export async function compareSites(
  { built, present }: ComparedSites,
  { addresses, origins, onProgress }: ComparisonOptions,
): Promise<SiteComparison> {
  const known = new Set(addresses);
  const queue = [...known];
  const differences: SiteDifference[] = [];
  let done = 0;
  const learn = ({ text, type }: ComparedAnswer, origin: string) => {
    for (const found of listNamedAddresses(text, type, [...origins, origin])) {
      if (known.has(found) || known.size >= ADDRESSES_MAX) continue;
      known.add(found);
      queue.push(found);
    }
  };
  const compareNext = async (address: string) => {
    const [ours, theirs] = await Promise.all([
      fetchAnswer(built, address),
      fetchAnswer(present, address),
    ]);
    learn(ours, built);
    learn(theirs, present);
    const found = describeDifference(ours, theirs);
    if (found !== undefined) differences.push({ address, ...found });
    done += 1;
    onProgress(done, known.size);
  };
  const underWay = new Set<Promise<void>>();
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const work: Promise<void> = compareNext(address).finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= AT_ONCE || queue.length === 0) await Promise.race(underWay);
    // The last answers may name more addresses.
    while (queue.length === 0 && underWay.size > 0) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return {
    compared: done,
    differences: differences.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  };
}

/** Describes how the export differs from the running site; undefined if it does not. */
function describeDifference(
  ours: ComparedAnswer,
  theirs: ComparedAnswer,
): Omit<SiteDifference, 'address'> | undefined {
  const differ = (what: string) => ({ what, kind: what });
  if (ours.status !== theirs.status)
    return differ(`answers ${formatStatus(ours)} instead of ${formatStatus(theirs)}`);
  if (ours.location !== theirs.location)
    return differ(`leads to ${ours.location} instead of ${theirs.location}`);
  if (ours.type !== theirs.type) return differ(`is ${ours.type} instead of ${theirs.type}`);
  return ours.body === theirs.body ? undefined : describeFirstDifference(ours.body, theirs.body);
}

function formatStatus({ status, location }: ComparedAnswer): string {
  return location === '' ? String(status) : `${status} to ${location}`;
}

const SHOWN_BEFORE = 40;
const SHOWN = 120;
/** Number of characters by which two differences count as the same change. */
const ALIKE = 20;

function describeFirstDifference(ours: string, theirs: string): Omit<SiteDifference, 'address'> {
  let position = 0;
  while (position < ours.length && ours[position] === theirs[position]) position += 1;
  const from = Math.max(0, position - SHOWN_BEFORE);
  const [one, other] = [ours, theirs].map((text) =>
    text
      .slice(from, from + SHOWN)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const line = ours.slice(0, position).split('\n').length;
  return {
    what: `differs at line ${line}: “${one}” instead of “${other}”`,
    kind: [ours, theirs].map((text) => text.slice(position, position + ALIKE)).join('\n'),
  };
}
