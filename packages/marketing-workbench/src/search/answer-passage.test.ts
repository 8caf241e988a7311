import { expect, test } from 'vitest';
import { splitContent } from '../site/content-blocks.ts';
import { findAnswerPassage } from './answer-passage.ts';

const LONG =
  'A roof of average size costs about nine thousand dollars with us, and the scaffold for a steep one adds a third to that sum.';

function find(html: string, word: string) {
  return findAnswerPassage(splitContent(html), (text) => (text.includes(word) ? 1 : 0));
}

test('a list follows the paragraph that introduces it, whichever of them has the words', () => {
  const html = `<p>Ask first.</p><p>Three things drive the price:</p>
    <ul><li>the slope</li><li><p>the <b>height</b></p></li><li>the tiles</li></ul><p>${LONG}</p>`;
  const found = {
    text: 'Three things drive the price:',
    items: ['the slope', 'the height', 'the tiles'],
  };
  expect(find(html, 'price')).toEqual(found);
  expect(find(html, 'height')).toEqual(found);
  expect(find(html, 'scaffold')).toEqual({ text: LONG });
});

test('a long list begins with the item that has the words, if it would be left out', () => {
  const items = Array.from({ length: 12 }, (_, place) => `<li>step ${place}</li>`).join('');
  expect(find(`<p>Do this:</p><ol>${items}</ol>`, 'step 2')?.items).toHaveLength(8);
  expect(find(`<p>Do this:</p><ol>${items}</ol>`, 'step 9')?.items).toEqual([
    'step 9',
    'step 10',
    'step 11',
  ]);
});

test('tables, captions, code and the labels of callouts are no answer, and neither are sentences that announce them', () => {
  const html = `<p>${LONG} Here are the sums:</p><table><tr><td>scaffold</td></tr></table>
    <figure><figcaption>A scaffold in the sun</figcaption></figure><p>As code:</p><pre><code>scaffold</code></pre>
    <aside><p class="callout-title">Tip</p><p>A scaffold is cheaper in winter, when few people have their roofs repaired and the firms lend them for less.</p></aside>`;
  expect(find(html, 'sums')).toEqual({ text: LONG });
  expect(find(html, 'winter')?.text).toMatch(/^A scaffold is cheaper/);
  expect(find('<p>See:</p><table><tr><td>scaffold</td></tr></table>', 'scaffold')).toBeUndefined();
});

test('a short paragraph is shown with its neighbours, and a long one ends with a sentence', () => {
  expect(find(`<p>${LONG}</p><p>Not more.</p>`, 'more')).toEqual({ text: `${LONG} Not more.` });
  expect(find(`<p>Not more.</p><p>${LONG}</p>`, 'more')).toEqual({ text: `Not more. ${LONG}` });
  expect(find(`<p>${`${LONG} `.repeat(9)}</p>`, 'roof')).toEqual({
    text: [LONG, LONG, LONG].join(' '),
  });
});
