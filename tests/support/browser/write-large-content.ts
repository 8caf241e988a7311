import type { Files } from '../content-shapes.ts';

/** Enough that a category has more pages than its pagination shows. */
const LARGE_LISTING_COUNT = 150;
const LARGE_LISTING = 'articles/email-marketing/segmentation';

/**
 * That many articles in a subcategory that is empty in the fixture site,
 * `/email-marketing/segmentation`.
 */
export function createListing(count = LARGE_LISTING_COUNT): Files {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.map((number) => [`${LARGE_LISTING}/segment-${number}.md`, formatArticle(number)]),
  );
}

/**
 * The higher the number, the older the article: the first page of the listing begins with segment
 * 1.
 */
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
