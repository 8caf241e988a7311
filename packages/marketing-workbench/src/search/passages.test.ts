import { describe, expect, test } from 'vitest';
import { findLanguage } from '../search-engine/language.ts';
import type { HighlightedText } from '../site/entities.ts';
import { findPassage, markText, resolveMarks } from './passages.ts';
import { createPreparedTextsSource } from './prepared-texts.ts';

const texts = createPreparedTextsSource(findLanguage('en'))();

function resolve(...phrases: readonly string[]) {
  const marks = phrases.map((phrase) => ({ terms: phrase.split(' '), weight: 1 }));
  return resolveMarks(marks, texts.findTermId);
}

/** Matches are in brackets. */
function format(text: HighlightedText = []): string {
  return text.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('');
}

function mark(text: string, ...phrases: readonly string[]): string {
  return format(markText(texts.prepare({ text }), resolve(...phrases)));
}

describe('of matches that overlap', () => {
  test('the longer one is marked', () => {
    expect(mark('A local seo guide', 'local', 'local seo guid', 'guid')).toBe(
      'A [local seo guide]',
    );
  });

  test('the first one is marked, and the rest of a longer one by itself', () => {
    const marked = mark('local seo guide tips', 'local seo', 'seo guid tip', 'guid', 'tip');
    expect(marked).toBe('[local seo] [guide] [tips]');
  });
});

// The last has two UTF-16 units.
test.for(['\u8a9e', '\u{20bb7}'])(
  'a long text without spaces is cut around its match: %s',
  (letter) => {
    for (let count = 200; count < 204; count += 1) {
      const text = `${letter.repeat(count)}\u3002google\u3002a${letter.repeat(300)}`;
      const passage = format(findPassage([texts.prepare({ text })], resolve('googl'))?.passage);
      expect(passage).toContain('[google]');
      expect(passage.length).toBeGreaterThan(200);
      expect(passage.isWellFormed()).toBe(true);
    }
  },
);

test('the passage is from the block with most of the query, and no block matches other words', () => {
  const blocks = ['Nothing here.', 'A budget.', 'A marketing budget for a shop.'];
  const prepared = blocks.map((text) => texts.prepare({ text }));
  expect(format(findPassage(prepared, resolve('market', 'budget'))?.passage)).toBe(
    'A [marketing] [budget] for a shop.',
  );
  expect(findPassage(prepared, resolve('zebra'))).toBeUndefined();
});
