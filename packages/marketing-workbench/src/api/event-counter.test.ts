import { describe, expect, test } from 'vitest';
import { createEventCounter, type Visitor } from './event-counter.ts';

const MORNING = Date.UTC(2026, 10, 20, 6);
const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const READER = { address: '192.0.2.1', userAgent: FIREFOX };

/** Returns a counter, and the posts it has counted a view of. */
function createCounter(hashesMax?: number) {
  const counted: number[] = [];
  const countEvent = createEventCounter(async (event) => {
    if (event.kind === 'view') counted.push(event.postId);
  }, hashesMax);
  const countView = (postId: number, visitor: Visitor, now: number) =>
    void countEvent({ kind: 'view', postId }, visitor, now);
  return { countView, counted };
}

describe('a view', () => {
  test('counts once per visitor, article and day', () => {
    const { countView, counted } = createCounter();
    countView(1, READER, MORNING);
    countView(1, READER, MORNING + DAY_MS / 2);
    countView(2, READER, MORNING);
    countView(1, { ...READER, address: '192.0.2.2' }, MORNING);
    countView(1, { ...READER, userAgent: `${FIREFOX} Tab/2` }, MORNING);
    expect(counted).toEqual([1, 2, 1, 1]);
  });

  test('counts again on the next day in UTC, once', () => {
    const { countView, counted } = createCounter();
    countView(1, READER, Date.UTC(2026, 10, 20, 23, 59, 59, 999));
    countView(1, READER, Date.UTC(2026, 10, 21));
    countView(1, READER, Date.UTC(2026, 10, 21, 12));
    expect(counted).toEqual([1, 1]);
  });

  test.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['Bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['a feed reader', 'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)'],
    ['curl', 'curl/8.14.1'],
    ['a headless browser', FIREFOX.replace('Firefox/140.0', 'HeadlessChrome/140.0')],
    ['a program without a name', ''],
  ])('by %s never counts', (_, userAgent) => {
    const { countView, counted } = createCounter();
    countView(1, { address: '192.0.2.1', userAgent }, MORNING);
    expect(counted).toEqual([]);
  });

  test.each([
    ['Firefox', FIREFOX],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Safari on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
  ])('by a reader with %s counts', (_, userAgent) => {
    const { countView, counted } = createCounter();
    countView(1, { address: '2001:db8::1', userAgent }, MORNING);
    expect(counted).toEqual([1]);
  });

  test('is distinct from one whose fields concatenate to the same text', () => {
    const { countView, counted } = createCounter();
    countView(1, { address: '192.0.2.1', userAgent: `2${FIREFOX}` }, MORNING);
    countView(1, { address: '192.0.2.12', userAgent: FIREFOX }, MORNING);
    countView(11, { address: '92.0.2.12', userAgent: FIREFOX }, MORNING);
    expect(counted).toEqual([1, 1, 11]);
  });

  test('counts again after the visitor was evicted as the oldest', () => {
    const { countView, counted } = createCounter(99);
    const visit = (number: number) =>
      countView(number, { ...READER, address: `192.0.2.${number}` }, 0);
    const visitors = Array.from({ length: 34 }, (_, number) => number);
    for (const number of [...visitors, 33, 1, 0]) visit(number);
    expect(counted).toEqual([...visitors, 0]);
  });
});

describe('of one network', () => {
  test.each([
    ['an IPv4 address', () => '192.0.2.1'],
    ['an IPv6 /64', (number: number) => `2001:db8:1:2:${number}::1`],
    ['what is no address', (number: number) => `made up ${number}`],
  ])('ten views count for an article and day: %s', (_, address) => {
    const { countView, counted } = createCounter();
    const visit = (number: number, now: number) =>
      countView(1, { address: address(number), userAgent: `${FIREFOX} Tab/${number}` }, now);
    for (let number = 0; number < 50; number += 1) visit(number, MORNING);
    expect(counted).toHaveLength(10);
    countView(1, { ...READER, address: '198.51.100.1' }, MORNING);
    expect(counted).toHaveLength(11);
    visit(0, MORNING + DAY_MS);
    expect(counted).toHaveLength(12);
  });

  test('200 views count in a day', () => {
    const { countView, counted } = createCounter();
    for (let postId = 1; postId <= 300; postId += 1) countView(postId, READER, MORNING);
    expect(counted).toHaveLength(200);
    countView(1, { ...READER, address: '198.51.100.1' }, MORNING);
    countView(300, READER, MORNING + DAY_MS);
    expect(counted.slice(200)).toEqual([1, 300]);
  });
});

describe('of the /64 networks of one IPv6 /48', () => {
  test('160 views of an article count', () => {
    const { countView, counted } = createCounter();
    for (let network = 0; network < 1_000; network += 1)
      countView(1, { ...READER, address: `2001:db8:1:${network.toString(16)}::1` }, MORNING);
    expect(counted).toHaveLength(160);
    countView(1, { ...READER, address: '2001:db8:2::1' }, MORNING);
    expect(counted).toHaveLength(161);
  });

  test('40 views of an article count in a /56', () => {
    const { countView, counted } = createCounter();
    for (let network = 0; network < 256; network += 1)
      countView(1, { ...READER, address: `2001:db8:1:${network.toString(16)}::1` }, MORNING);
    expect(counted).toHaveLength(40);
  });
});
