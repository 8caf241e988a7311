/** The drawings of this repository's content, as each engine draws their narrow and wide form. */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { encodeMedia } from '../../packages/marketing-workbench/src/content/images/encode-media.ts';
import { readImages } from '../../packages/marketing-workbench/src/content/images/read-images.ts';
import { decodeEntities } from '../../packages/marketing-workbench/src/site/decode-entities.ts';
import type { LocalServer } from './support/listen-locally.ts';
import { type DrawnText, measureDrawings } from './support/measure-drawings.ts';
import { listEngineNames, openEngine } from './support/open-engine.ts';
import { serveFiles } from './support/serve-files.ts';

/** In units of the drawing. */
const TOLERANCE = 2;

const names = listEngineNames(inject('engines'));
const measured = new Map<string, readonly (readonly DrawnText[])[]>();
let drawings: readonly { readonly name: string; readonly svg: string }[] = [];
let cacheDir = '';
let served: LocalServer;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'workbench-drawings-'));
  const files = globSync('**/*.svg', { cwd: 'site/content' })
    .map((file) => `content/${file}`)
    .toSorted();
  const { media } = await readImages(files, { folder: 'site/content', cacheDir, language: 'en' });
  const encoded = await encodeMedia([...media.values()], () => undefined);
  drawings = encoded.map(({ name, bytes }) => ({
    name,
    svg: Buffer.from(bytes.read()).toString(),
  }));
  served = await serveFiles(drawings.map(({ svg }) => svg));
  await Promise.all(
    names.map(async (name) => {
      const engine = await openEngine(name, inject('engines'));
      try {
        await engine.page.goto(served.origin);
        measured.set(name, await measureDrawings(engine.page, drawings.length));
      } finally {
        await engine.close();
      }
    }),
  );
});

afterAll(async () => {
  await served.close();
  await rm(cacheDir, { recursive: true });
});

test('each drawing has a narrow and a wide form', () => {
  expect(drawings.length).toBeGreaterThan(2 * 150);
  expect(drawings.filter(({ name }) => name.endsWith('-wide.svg'))).toHaveLength(
    drawings.length / 2,
  );
});

test.each(names)('%s finds all texts of the drawings', (name) => {
  const texts = listDrawn(name).map(({ texts }) => texts.map(({ text }) => text));
  expect(texts).toEqual(drawings.map(({ svg }) => listTexts(svg)));
  expect(texts.flat().length).toBeGreaterThan(drawings.length);
});

test.each(names.filter((name) => name !== 'Chromium'))(
  '%s draws each text where Chromium does, within two units',
  (name) => {
    const differences = listDrawn(name).flatMap(({ drawing, texts, index }) =>
      texts.flatMap((text, place) => {
        const same = measured.get('Chromium')?.[index]?.[place];
        const isNear =
          same !== undefined &&
          SIDES.every((side) => Math.abs(text[side] - same[side]) <= TOLERANCE);
        return isNear ? [] : [`${drawing}: ${JSON.stringify(text)}, not ${JSON.stringify(same)}`];
      }),
    );
    expect(differences).toEqual([]);
  },
);

test.each(names)('in %s no label overlaps another', (name) => {
  const overlaps = listDrawn(name).flatMap(({ drawing, texts }) =>
    texts.flatMap((one, place) =>
      texts
        .slice(place + 1)
        .filter((other) => doOverlap(one, other))
        .map((other) => `${drawing}: “${one.text}” and “${other.text}”`),
    ),
  );
  expect(overlaps).toEqual([]);
});

test.each(names)('in %s no label leaves the picture', (name) => {
  const outside = listDrawn(name).flatMap(({ drawing, texts }) =>
    texts
      .filter(
        ({ left, top, right, bottom, picture }) =>
          left < 0 || top < 0 || right > picture[0] || bottom > picture[1],
      )
      .map(({ text }) => `${drawing}: “${text}”`),
  );
  expect(outside).toEqual([]);
});

function listTexts(svg: string): readonly string[] {
  const texts = Array.from(svg.matchAll(/<text\b[^>]*>(.*?)<\/text>/gs), ([, inner = '']) =>
    decodeEntities(inner.replaceAll(/<[^>]*>/g, '')),
  );
  return texts.filter((text) => text.trim() !== '');
}

const SIDES = ['left', 'top', 'right', 'bottom'] as const;

function listDrawn(engine: string) {
  return drawings.map(({ name }, index) => ({
    drawing: name.replace(/^\w+-/, ''),
    texts: measured.get(engine)?.[index] ?? [],
    index,
  }));
}

/** By more than half a unit, as boxes that touch do not. */
function doOverlap(one: DrawnText, other: DrawnText): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0.5 && down > 0.5;
}
