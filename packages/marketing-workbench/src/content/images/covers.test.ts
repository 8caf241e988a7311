import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  listContentFindings,
  SVG,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';
import { createPhoto } from '../../../../../tests/support/photos.ts';
import { compileContent } from '../compile-content.ts';

const PHOTO = 'articles/seo/local-seo/photo.png';
const LINE = `content/${ARTICLE_FILE}:6`;
const AS = 'write it as {src: photo.jpg, alt: "What it shows", focus: 50% 30%}';
const ALT = 'write what the picture shows in 1 to 300 characters';
const FOCUS = 'write the percentages from the left and from the top, such as 50% 30%';

async function compileCover(cover: object, photo: Uint8Array) {
  const folder = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle({ cover }),
    [PHOTO]: photo,
  });
  const { records, problems, advice } = await compileContent(folder, COMPILED_AT);
  expect([...problems, ...advice]).toEqual([]);
  const post = records.find((record) => record.kind === 'post');
  const media = records.filter((record) => record.kind === 'media');
  return {
    cover: post?.cover,
    media: new Map(media.map(({ name, bytes }) => [`/media/${name}`, bytes])),
  };
}

describe('the cover of an article', () => {
  test('has addresses without spaces, whatever its picture is called', async () => {
    const folder = await writeContentFolder({
      [ARTICLE_FILE]: formatArticle({ cover: { src: 'Größe Foto 1.JPG', alt: 'A shop' } }),
      'articles/seo/local-seo/Größe Foto 1.JPG': await sharp(await createPhoto(1500, 1800))
        .jpeg()
        .toBuffer(),
    });
    const { records, problems } = await compileContent(folder, COMPILED_AT);
    expect(problems).toEqual([]);
    const post = records.find((record) => record.kind === 'post');
    const names = records.flatMap((record) => (record.kind === 'media' ? record.name : []));
    for (const { 0: address } of (post?.cover?.html ?? '').matchAll(/\/media\/[^"\s]*/g))
      expect(names).toContain(address.slice('/media/'.length));
    expect(post?.cover?.src).toMatch(/^\/media\/[0-9a-f]+-grosse-foto-1-cover-\d+\.jpg$/);
  });

  test.each([
    ['50% 0%', 'red'],
    ['50% 100%', 'blue'],
  ])('is cut to 16:9 at its focus %s, in several formats and widths', async (focus, colour) => {
    const { cover, media } = await compileCover(
      { src: 'photo.png', alt: 'A “shop” & more', focus },
      await createPhoto(1500, 1800),
    );
    expect(cover).toMatchObject({ alt: 'A “shop” & more', width: 1440, height: 810 });
    expect(cover?.html).toContain(
      'alt="A “shop” &amp; more" width="1440" height="810" loading="lazy">',
    );
    const shown = [...(cover?.html ?? '').matchAll(/\/media\/[\w.-]+/g)].map(
      ([address]) => address,
    );
    expect(shown.toSorted()).toEqual(
      [...media.keys()].filter((name) => name.includes('photo')).toSorted(),
    );
    expect(shown).toHaveLength(7);
    for (const address of shown) {
      const { dominant } = await sharp(media.get(address)?.read()).stats();
      expect([address, dominant.r > dominant.b ? 'red' : 'blue']).toEqual([address, colour]);
      const { width, height } = await sharp(media.get(address)?.read()).metadata();
      expect([address, height]).toEqual([address, Math.round((width * 9) / 16)]);
    }
  });

  test.each([
    [
      'a text',
      'photo.png',
      'is not a mapping; write one "key: value" per line, of src, alt, focus',
      '',
    ],
    ['no src', { alt: 'A shop' }, `src is missing; ${AS}`, '.'],
    ['no alt text', { src: 'photo.png' }, `alt is missing; ${ALT}`, '.'],
    ['an empty alt text', { src: 'photo.png', alt: '' }, `alt has 0 characters; ${ALT}`, '.'],
    [
      'a wrong focus',
      { src: 'photo.png', alt: 'A shop', focus: 'left' },
      `focus is not a point; ${FOCUS}`,
      '.',
    ],
    [
      'a path',
      { src: '../photo.png', alt: 'A shop' },
      'src is not a file beside the text; save it there and write only its name',
      '.',
    ],
    [
      'no such file',
      { src: 'foto.png', alt: 'A shop' },
      'foto.png is missing; save it beside the text and write only its name',
      ' ',
    ],
    [
      'a drawing',
      { src: 'art.svg', alt: 'A shop' },
      'art.svg is a drawing or an animation; save it as JPEG or PNG',
      ' ',
    ],
    [
      'a small picture',
      { src: 'photo.png', alt: 'A shop' },
      'photo.png is 400 × 300 pixels; save it with at least 960 × 540',
      ' ',
    ],
  ])('with %s is a problem', async (_, cover, message, separator) => {
    const problems = await listContentFindings({
      [ARTICLE_FILE]: formatArticle({ cover }),
      [PHOTO]: await createPhoto(400, 300),
      'articles/seo/local-seo/art.svg': SVG,
    });
    expect(problems.filter((problem) => !problem.includes('advice (unusedPictures)'))).toEqual([
      `${LINE} cover${separator || ' '}${message}`,
    ]);
  });
});
