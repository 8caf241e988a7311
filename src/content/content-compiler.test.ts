import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE,
  formatArticle,
  formatStandard,
  NOW,
  SVG,
  writeContentFolder,
} from '../../tests/support/content-folder.ts';
import { compileContent, createLargeContentCompiler, readWhole } from './compile-content.ts';

const IMAGE = 'articles/seo/local-seo/a.svg';
const WITH_IMAGE = { [ARTICLE]: formatArticle({}, '![Alt](a.svg "Caption")'), [IMAGE]: SVG };

/** A folder compiled once; `edit` changes files of it and says what the same compiler makes of it now. */
async function compileTwice(overrides: Parameters<typeof writeContentFolder>[0] = {}) {
  const folder = await writeContentFolder(overrides);
  const compiler = createLargeContentCompiler();
  const compile = async () => readWhole(await compiler(folder, NOW));
  const first = await compile();
  const edit = async (files: Readonly<Record<string, string | null>>) => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await (text === null ? rm(file) : writeFile(file, text));
    }
    return { again: await compile(), afresh: await compileContent(folder, NOW) };
  };
  return { first, edit };
}

test.each([
  ['nothing', {}],
  ['a text', { [ARTICLE]: formatArticle({ title: 'Changed' }, 'Other words.\n\n![Alt](a.svg "Caption")') }],
  ['a text that is wrong now', { [ARTICLE]: '# No' }],
  ['an image', { [IMAGE]: SVG.replace('360 200', '500 300') }],
  ['an image that is gone', { [IMAGE]: null }],
  ['an image that cannot be read now', { [IMAGE]: 'no picture' }],
  ['a text more', { 'articles/seo/more.md': formatArticle({ title: 'More' }) }],
  ['a text less', { [ARTICLE]: null }],
  ['a standard', { 'standard.yaml': formatStandard({ wordsMin: 900 }) }],
])('after a change of %s the compiler gives what it would give afresh', async (_, files) => {
  const { edit } = await compileTwice(WITH_IMAGE);
  const { again, afresh } = await edit(files);
  expect(again).toEqual(afresh);
});

test('what was wrong is still said while it is wrong, and no longer once it is mended', async () => {
  const { first, edit } = await compileTwice({ [ARTICLE]: formatArticle({}, '# No') });
  expect(first.problems).toHaveLength(1);
  expect((await edit({})).again.problems).toEqual(first.problems);
  expect((await edit({ [ARTICLE]: formatArticle() })).again.problems).toEqual([]);
});
