import { HtmlValidate } from 'html-validate';
import { describe, expect } from 'vitest';
import { SCREEN_KINDS } from '../support/screen-kinds.ts';
import { test } from '../support/test-site.ts';

/** Every kind of screen, and each of their states that a server can show. */
const SCREENS = [
  ...SCREEN_KINDS.map(({ address }) => address),
  '/google-ads?page=2',
  '/seo/local-seo',
  '/facebook-ads/feed-ads/facebook-pixel',
];

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Style, not validity: React closes void elements and writes attributes in its own case.
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-raw-characters': 'off',
    // Title length is checked elsewhere, and all files are of this site.
    'long-title': 'off',
    'require-sri': 'off',
    // React's ids begin with an underscore, as HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // A disabled step of the pagination is not a link, and a table's region is not a section of the
    // text.
    'prefer-native-element': 'off',
  },
});

describe.for(SCREENS)('the page at %s', (url) => {
  test('is valid HTML', async ({ site }) => {
    const { body } = await site.get(url);
    const { results } = await validator.validateString(body);
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(messages).toEqual([]);
  });
});
