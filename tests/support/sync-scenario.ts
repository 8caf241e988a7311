import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { createContent, createLegacyPostRecord, createMediaRecord, daysAgo } from './records.ts';

const NUMBERS = Array.from({ length: 120 }, (_, index) => index);
const PICTURE_BYTES = 500_000;

/** 120 posts, a picture and a legacy post. */
export const OLD_CONTENT: readonly ContentRecord[] = [
  ...createContent(
    ...NUMBERS.map((number) => ({
      slug: `post-${number}`,
      title: `Old title ${number}`,
      publishedAt: daysAgo(200 - number),
    })),
  ),
  createLegacyPostRecord(),
  createMediaRecord({ name: 'old.svg' }),
];

/**
 * Half of the posts changed, 40 removed, 40 new, and more pictures than a writer keeps in memory
 * until it commits.
 */
export const NEW_CONTENT: readonly ContentRecord[] = [
  ...NUMBERS.slice(0, 80).map((number) =>
    createMediaRecord({
      name: `${number}.png`,
      type: 'image/png',
      bytes: new Uint8Array(PICTURE_BYTES).fill(number),
    }),
  ),
  ...createContent(
    ...NUMBERS.map((number) => ({
      slug: `post-${number + 40}`,
      title: number % 2 === 0 ? `New title ${number + 40}` : `Old title ${number + 40}`,
      publishedAt: daysAgo(160 - number),
    })),
  ),
];

/**
 * Where the publisher stops: when the records are requested, while the post of a slug is written,
 * or after the commit.
 */
export const STOPS = ['records', 'post-42', 'post-100', 'post-158', 'committed'] as const;
export type Stop = (typeof STOPS)[number];
