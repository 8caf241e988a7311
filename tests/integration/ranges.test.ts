import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

/** 11 bytes a line, 40 lines (tests/support/fixture-site.ts). */
const FILE = '/assets/browser.js';
const BYTES = 440;

describe('a part of a file', () => {
  test.for([
    ['bytes=0-9', 'bytes 0-9/440', 10],
    ['bytes=430-', 'bytes 430-439/440', 10],
    ['bytes=430-999', 'bytes 430-439/440', 10],
    ['bytes=, 0-0 ,', 'bytes 0-0/440', 1],
  ] as const)('comes where %s asks for it', async ([range, contentRange, length], { site }) => {
    const { statusCode, headers, rawPayload } = await site.get(FILE, { range });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(contentRange);
    expect(rawPayload).toHaveLength(length);
  });

  test.for(['bytes=440-', 'bytes=9999-10000', 'bytes=99999999999999999999-'])(
    'that is not there (%s) is a 416',
    async (range, { site }) => {
      const { statusCode, headers } = await site.get(FILE, { range });
      expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */440']);
    },
  );

  test.for([
    'bytes=abc',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,5-2',
    'bytes=1-2-3',
    'bytes=0x0-0x5',
    'bytes 0-9',
    'bytes=0-9=',
    'lines=0-9',
    'garbage',
    'bytes=-9999',
  ])('is the whole of it where %j asks for none', async (range, { site }) => {
    const { statusCode, headers, rawPayload } = await site.get(FILE, { range });
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('content-range');
    expect(rawPayload).toHaveLength(BYTES);
  });
});
