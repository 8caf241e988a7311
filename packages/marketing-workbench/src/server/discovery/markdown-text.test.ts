import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { outlineMarkdown, parseMarkdown } from '../../../../../tests/support/parse-markdown.ts';
import {
  escapeMarkdown,
  escapeMarkdownLabel,
  formatMarkdownHeading,
  formatMarkdownParagraph,
  quoteYaml,
} from './markdown-text.ts';

const SEED = 20_261_126;

const SYNTAX = [
  ...'\\`*_~[]()<>#+-=.!|:&;"\'^@/{}$%',
  '**',
  '__',
  '~~',
  '```',
  '![',
  '](',
  '][',
  ']:',
  '[^',
  '<a',
  '</a>',
  '<!--',
  '-->',
  '<?',
  '&amp;',
  '&#60;',
  '&lt',
  'http://',
  'https://e.example',
  'www.e.example',
  'me@e.example',
  'javascript:',
  '1. ',
  '10) ',
  '# ',
  '> ',
  '- ',
  '---',
  '[x] ',
  '[ ] ',
  'a',
  'B',
  '1',
  'é',
  '日',
  '🦓',
  ' ',
  '  ',
  '\n',
  '\t',
  '\u00a0',
  'word',
  'two words',
];
const text = fc.array(fc.constantFrom(...SYNTAX), { maxLength: 14 }).map((parts) => parts.join(''));

function plain(written: string): string {
  return written.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const FORMS: readonly (readonly [
  string,
  (texts: readonly [string, string]) => readonly [string, string],
])[] = [
  ['a heading', ([title]) => [formatMarkdownHeading(1, title), `root(heading(${plain(title)}))`]],
  [
    'a paragraph',
    ([words]) => [
      formatMarkdownParagraph(words),
      `root(${plain(words) && `paragraph(${plain(words)})`})`,
    ],
  ],
  [
    'a quote',
    ([words]) => [
      `> ${formatMarkdownParagraph(words)}`,
      `root(blockquote(${plain(words) && `paragraph(${plain(words)})`}))`,
    ],
  ],
  [
    'an item with a link',
    ([title, about]) => {
      const line = `[${title}]: ${about}`;
      const label = escapeMarkdownLabel(title, line);
      return [
        `- [${label}](https://a.example/b.md): ${escapeMarkdown(about, line)}`,
        `root(list(listItem(paragraph(link(${plain(title)})${`: ${plain(about)}`.trimEnd()}))))`,
      ];
    },
  ],
];

test.for(FORMS)('any text in %s is read as it is and is no markup', ([, form]) => {
  fc.assert(
    fc.property(text, text, (title, about) => {
      const [markdown, expected] = form([title, about]);
      expect(outlineMarkdown(parseMarkdown(markdown)), markdown).toBe(expected);
    }),
    { seed: SEED, numRuns: 1_500 },
  );
});

test('any text in front matter is read as it is, and is no markup without front matter', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (written) => {
      const title = written.toWellFormed();
      const line = `title: ${quoteYaml(title)}`;
      expect(parseYaml(line)).toEqual({ title });
      expect(outlineMarkdown(parseMarkdown(line))).toMatch(/^root\(paragraph\(.*\)\)$/s);
      expect(outlineMarkdown(parseMarkdown(line))).not.toMatch(
        /(?:link|emphasis|strong|delete|inlineCode|html|image)\w*\(/,
      );
    }),
    { seed: SEED, numRuns: 1_500 },
  );
});

test.for([
  'A/B tests: 5 rules (2026)',
  'What’s new in Google Ads - a summary. Really!',
  'Q&A: AT&T, R&D and 3 < 5 > 2',
  'snake_case, 5 * 3, C# and ~5 minutes',
  'Terms apply*',
  '[2026] The guide, e.g. for shops',
  '#1 tip: 50% off + free shipping = more sales | Shop',
  'http: or https, www or not; user@home',
  'Use “quotes”, {braces} and $5',
])('%s is written as it is', (title) => {
  expect(formatMarkdownHeading(1, title)).toBe(`# ${title}`);
  expect(quoteYaml(title)).toBe(JSON.stringify(title));
});
