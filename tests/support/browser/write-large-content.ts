import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURE_CONTENT } from '../fixture-content.ts';

/** Enough that a category has more pages than its pagination shows. */
export const LARGE_LISTING_COUNT = 150;
const LARGE_LISTING = 'articles/email-marketing/segmentation';

/** Writes a content folder with the fixture site and 150 more articles in one subcategory; returns its path. */
export async function writeLargeContent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-content-'));
  await cp(FIXTURE_CONTENT, folder, { recursive: true });
  await fillListing(folder, LARGE_LISTING_COUNT);
  return folder;
}

/** Writes that many articles into a subcategory that is empty in the fixture site, `/email-marketing/segmentation`. */
export async function fillListing(folder: string, count: number): Promise<void> {
  await mkdir(join(folder, LARGE_LISTING), { recursive: true });
  for (let number = 1; number <= count; number += 1) {
    await writeFile(join(folder, LARGE_LISTING, `segment-${number}.md`), formatArticle(number));
  }
}

/** The higher the number, the older the article: the first page of the listing begins with segment 1. */
function formatArticle(number: number): string {
  const publishedAt = new Date(Date.UTC(2024, 0, LARGE_LISTING_COUNT - number + 1))
    .toISOString()
    .slice(0, 10);
  return `---
title: "Segment ${number} of a list"
excerpt: "Divide a list by one more thing you know, number ${number}."
metaDescription: "What the people of segment ${number} have in common, which email they should get, and how to tell within a month that dividing the list was right."
publishedAt: ${publishedAt}
---

Write to the people of segment ${number} about what they bought.
`;
}
