import { expect } from 'vitest';
import { test } from '../support/test-site.ts';

/** 11 bytes a line, 40 lines (tests/support/fixture-site.ts). */
const FILE = '/assets/browser.js';
const BYTES = 440;

test.for([
  ['bytes=0-9', 'bytes 0-9/440', 10],
  ['bytes=430-', 'bytes 430-439/440', 10],
  ['bytes=430-999', 'bytes 430-439/440', 10],
  ['bytes=, 0-0 ,', 'bytes 0-0/440', 1],
] as const)('Range: %s gets that part of a file', async ([range, contentRange, length], { site }) => {
  const { statusCode, headers, rawPayload } = await site.get(FILE, { range });
  expect([statusCode, headers['content-range'], rawPayload.length]).toEqual([206, contentRange, length]);
});

test.for(['bytes=440-', 'bytes=9999-10000', 'bytes=99999999999999999999-'])(
  'Range: %s, past the end of the file, gets 416',
  async (range, { site }) => {
    const { statusCode, headers } = await site.get(FILE, { range });
    expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */440']);
  },
);

test.for([
  ...[
    'bytes=abc',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,5-2',
    'bytes=1-2-3',
    'bytes=-9999',
  ],
  ...['bytes=0x0-0x5', 'bytes 0-9', 'bytes=0-9=', 'lines=0-9', 'garbage'],
])('Range: %s gets the whole file', async (range, { site }) => {
  const { statusCode, headers, rawPayload } = await site.get(FILE, { range });
  expect([statusCode, headers['content-range'], rawPayload.length]).toEqual([200, undefined, BYTES]);
});
