/** Content folders that differ from this repository's in what they have. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from './compile-folder.ts';
import { FIXTURE_CONTENT } from './fixture-content.ts';
import { createPostRecord, daysAgo, NOW } from './records.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The caller removes it. */
export async function writeShapes(files: Files): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workbench-content-'));
  await writeFiles(folder, files);
  return folder;
}

/** Returns the fixture content with more or other files. The caller removes it. */
export async function copyFixture(files: Files = {}): Promise<string> {
  const folder = await writeShapes(files);
  await cp(FIXTURE_CONTENT, folder, { recursive: true, force: false });
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}

/** Throws if the files have a problem. */
export async function compileFiles(files: Files): Promise<readonly ContentRecord[]> {
  const folder = await writeShapes(files);
  try {
    const { records, problems } = await compileFolder(folder, new Date(NOW));
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    return records;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const GARDEN_CATEGORIES = [
  'Vegetables',
  'Fruit Trees',
  'Berries',
  'Herbs',
  'Flower Beds',
  'Lawn & Meadow',
  'Soil and Compost',
  'Water',
  'Tools',
  'Greenhouse',
  'Pests',
  'Harvest and Storage',
] as const;

export function createShapeSlug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-');
}

/** A site of twelve categories without subcategories or news, with one article in each category. */
export const GARDEN_FILES: Files = {
  'site.yaml': [
    'name: The Long Border',
    'domain: www.longborder.example',
    'description: What to sow, plant and pick in a garden of your own.',
    'categories:',
    ...GARDEN_CATEGORIES.map((name) => `  - { slug: ${createShapeSlug(name)}, name: ${name} }`),
    '',
  ].join('\n'),
  ...Object.fromEntries(
    GARDEN_CATEGORIES.map((name, index) => [
      `articles/${createShapeSlug(name)}/begin-with-${createShapeSlug(name)}.md`,
      formatArticle(name, index),
    ]),
  ),
};

function formatArticle(name: string, index: number): string {
  return `---
title: "Begin with ${name}"
publishedAt: 2026-03-${10 + index}
${index < 3 ? 'featured: true\n' : ''}---

What the first year with ${name} needs is a bed, a spade and an hour in the week.

## The first week of ${name}

Look at the bed before you buy anything.
`;
}

/** Returns the garden with so many more posts, short and evenly spread over its categories. */
export async function createLargeGarden(count: number): Promise<readonly ContentRecord[]> {
  const slugs = GARDEN_CATEGORIES.map(createShapeSlug);
  const posts = Array.from({ length: count }, (_, index) =>
    createPostRecord({
      slug: `note-${index}`,
      category: slugs[index % slugs.length] ?? '',
      subcategory: undefined,
      title: `Garden note ${index}`,
      publishedAt: daysAgo(300 + index),
    }),
  );
  return [...(await compileFiles(GARDEN_FILES)), ...posts];
}
