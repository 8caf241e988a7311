import { expect, test } from 'vitest';
import { listContentFindings } from '../../../../../tests/support/content-folder.ts';

const CATEGORY = 'slug: seo, name: SEO, subcategories: [{ slug: local-seo, name: Local SEO }]';
const LOGO = '<svg viewBox="0 0 9 9">\n<path d="M0 0h9v9z" fill="#0a7d4f"/></svg>';

test.each([
  ['colours: { accent: green }', ':1 colours.accent is not a colour; write # and six digits'],
  ['colours: { accent: "#0a7d4" }', ':1 colours.accent is not a colour; write # and six digits'],
  [
    'colours: { accent: { light: "#0a7d4f" } }',
    ':1 colours.accent is not a colour; write # and six digits',
  ],
  ['colours: { acent: "#0a7d4f" }', ':1 `acent` in colours: did you mean `accent`?'],
  ['headings: fancy', ':1 headings is not a typeface; write serif or sans'],
  ['corners: sharp', ':1 corners is not a form of corners; write round or square'],
  [
    `categories:\n  - { ${CATEGORY}, icon: BiStoer }`,
    ':2 icon in categories 1 “BiStoer” is not an icon; did you mean BiStore?',
  ],
  [
    `categories:\n  - { ${CATEGORY}, icon: SiNothingLikeIt }`,
    ':2 icon in categories 1 “SiNothingLikeIt” is not an icon; write Bi and the name of an icon at boxicons.com',
  ],
  [
    `categories:\n  - { ${CATEGORY}, icon: MdStore }`,
    ':2 icon in categories 1 “MdStore” is not an icon; write Bi and the name of an icon at boxicons.com, or Si and the name of a logo at simpleicons.org, such as BiStore',
  ],
  [
    `categories:\n  - { ${CATEGORY}, icon: FaEtsi }`,
    ':2 icon in categories 1 “FaEtsi” is not an icon; write Bi and the name of an icon at boxicons.com, or Si and the name of a logo at simpleicons.org, such as SiEtsy',
  ],
  [
    'profiles:\n  - { name: Bluesky, url: "https://bsky.app/profile/example", icon: SiBleusky }',
    ':2 icon in profiles 1 “SiBleusky” is not an icon; did you mean SiBluesky?',
  ],
  [
    'colours:\n  paper: "#ffffff"\n  accent: "#ffcc00"',
    ':3 advice (colours): accent #ffcc00 has a contrast of 1.5 on paper #ffffff in the light scheme and needs 4.5; the site shows #',
  ],
  [
    `categories:\n  - { ${CATEGORY}, colour: "#ffcc00" }`,
    ':2 advice (colours): seo #ffcc00 has a contrast of 1.4 on paper #fbf7f0 in the light scheme and needs 4.5; the site shows #',
  ],
])('of site.yaml with %j the check says what to write', async (text, message) => {
  const problems = await listContentFindings({ 'site.yaml': text });
  expect(problems.join('\n')).toContain(`content/site.yaml${message}`);
});

/** Each shape of a mask is masked by the next one. */
const MASKS = LOGO.replace(
  '<path',
  `${Array.from({ length: 9 }, (_, n) => `<mask id="m${n}">${`<rect mask="url(#m${n + 1})"/>`.repeat(9)}</mask>`).join('')}<path`,
);

test.each([
  [
    LOGO.replace('<path', '<script/><path'),
    ':2 has <script>; a logo consists of shapes and gradients, so remove it',
  ],
  [
    LOGO.replace('#0a7d4f', '&#1;'),
    ' is not well-formed XML (1:85: disallowed character.); save it again as plain SVG',
  ],
  [MASKS, ' draws its parts more than 200000 times in all; write fewer repetitions'],
  [Buffer.from([0xff, 0xfe]), ' is not UTF-8; save it as UTF-8'],
])('a wrong logo is a problem', async (logo, message) => {
  const problems = await listContentFindings({ 'logo.svg': logo });
  expect(problems.filter((problem) => problem.includes('logo.svg'))).toEqual([
    `content/logo.svg${message}`,
  ]);
});

test.each([
  ['only definitions', '<defs><linearGradient id="a"/></defs>'],
  ['an empty group', '<g/>'],
  ['no fill', '<path d="M0 0h9v9z" fill="none"/>'],
  ['a transparent fill', '<path d="M0 0h9v9z" opacity="0.01"/>'],
  ['no size', '<rect width="0" height="9"/>'],
  ['a shape outside of its area', '<path d="M20 20h9v9z"/>'],
])('a logo with %s is a problem', async (_, content) => {
  const problems = await listContentFindings({
    'logo.svg': `<svg viewBox="0 0 9 9">${content}</svg>`,
  });
  expect(problems.filter((problem) => problem.includes('logo.svg'))).toEqual([
    'content/logo.svg shows nothing; draw a shape with a fill inside the viewBox',
  ]);
});

test('a good logo and good colours are no problem', async () => {
  const site = 'colours: { accent: "#0a7d4f" }\nheadings: sans\ncorners: square';
  const problems = await listContentFindings({ 'logo.svg': LOGO, 'site.yaml': site });
  expect(problems.filter((problem) => /logo|site\.yaml/.test(problem))).toEqual([]);
});
