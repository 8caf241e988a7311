import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeFolder } from '../../../../tests/support/change-folder.ts';
import { listDrawings } from './draw.ts';

const FILE = 'drawings/base-article.yaml';
const DRAWING = 'articles/seo/local-seo/base-article-form.svg';

const format = (controls: readonly object[]) =>
  JSON.stringify({ form: { title: 'The form', window: 'Tools & settings › <Goals>', controls } });

const LONG = 'Presence or interest: people who are in or regularly in your locations';
const EVERY_CONTROL = [
  { heading: 'Networks', mark: 1 },
  { text: 'Small words' },
  { note: 'A hint' },
  { code: 'v=DMARC1;' },
  { field: 'Maximum CPC bid limit', value: '$3.60', mark: 2 },
  { select: 'Focus on', value: 'Clicks' },
  { radio: LONG, on: true, mark: 3 },
  { checkbox: 'Include search partners', on: true },
  { toggle: 'AI Max' },
  { tabs: ['Ad groups', 'Keywords'], on: 'Keywords', mark: 4 },
  { menu: ['Campaigns', 'Goals'], on: 'Goals' },
  { tiles: ['Sales', 'Leads', 'Website traffic'], on: 'Leads', mark: 5 },
  { buttons: ['Save', 'Cancel'], on: 'Save' },
  {
    table: [
      ['Name', 'Status'],
      ['Order', 'Active'],
    ],
    on: 'Order',
    mark: 6,
  },
];

test('the committed drawings are those that the descriptions of this repository draw', () => {
  const { drawings, problems } = listDrawings('site/content');
  expect(problems).toEqual([]);
  expect(drawings.size).toBeGreaterThan(0);
  const stale = [...drawings].flatMap(([file, svg]) =>
    existsSync(`site/${file}`) && readFileSync(`site/${file}`, 'utf8') === svg
      ? []
      : [`${file}: npm run content -- draw`],
  );
  expect(stale).toEqual([]);
});

test('a drawing is written beside its text, with every label and the marks in order', async () => {
  const { status, output, files } = await changeFolder({ [FILE]: format(EVERY_CONTROL) }, 'draw');
  expect([status, output, Object.keys(files)]).toEqual([0, '1 drawing written.\n', [DRAWING]]);
  const lines = listLines(files[DRAWING]);
  const labels = EVERY_CONTROL.flatMap(({ mark, ...control }) => Object.values(control)).flat(2);
  expect(lines.map(({ text }) => text).join(' ')).toContain(LONG);
  for (const label of labels.filter((one) => typeof one === 'string' && one !== LONG))
    expect(lines.map(({ text }) => text)).toContain(label);
  expect(lines[0]?.text).toBe('Tools &amp; settings › &lt;Goals&gt;');
  expect(lines.filter(({ look }) => look.startsWith('on ')).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['1', '2', '3', '4', '5', '6']),
  );
  expect(files[DRAWING]).toContain('<title id="t">The form</title>');
  expect(files[DRAWING]).toContain('@media (prefers-color-scheme:dark)');
  expect(files[DRAWING]).toContain(`class="stretch"`);
  expect(files[DRAWING]).toContain(`font-family="'Source Sans 3', `);
});

test('long labels and words are wrapped inside the frame, and what follows moves down', async () => {
  const word = 'dmarc-reports-of-the-office@mail.harborplumbing.example';
  const wide = `${'MAXIMUM WIDTH '.repeat(8)}${word}`;
  const controls = (label: string) => [
    { checkbox: label },
    { field: label, value: label },
    { code: label },
    { tiles: [label, 'Other'] },
    { tabs: [label, 'Other'] },
    {
      table: [
        ['Name', 'Value'],
        [label.slice(0, 80), 'Other'],
      ],
    },
    { text: 'Below' },
  ];
  const draw = async (label: string) => {
    const { files } = await changeFolder({ [FILE]: format(controls(label)) }, 'draw');
    return listLines(files[DRAWING]);
  };
  const [short, long] = [await draw('Short'), await draw(wide)];
  // 300 units hold at most 300 / 14 / 0.61 = 35 monospaced characters, and about 50 narrow ones.
  expect(Math.max(...long.map(({ text }) => text.length))).toBeLessThanOrEqual(50);
  const capitals = long.filter(({ text }) => /^[A-Z ]+$/.test(text));
  expect(Math.max(...capitals.map(({ text }) => text.length))).toBeLessThanOrEqual(30);
  expect(long.every(({ x }) => x >= 20 && x <= 340)).toBe(true);
  const findBelow = (lines: typeof long) => lines.find(({ text }) => text === 'Below')?.y ?? 0;
  expect(findBelow(long)).toBeGreaterThan(findBelow(short) + 200);
});

test('a mistake in a description is reported with its line, and nothing is written', async () => {
  const description = `form:
  title: A form
  window: Settings
  controls:
    - chekbox: A box
    - checkbox: Another
      mark: 2
`;
  const { status, output, files } = await changeFolder(
    { [FILE]: description, 'drawings/nobody.yaml': format([]) },
    'draw',
  );
  expect([status, files]).toEqual([1, {}]);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(
      /^content\/drawings\/base-article\.yaml:5 .*is not a control; write heading, text/,
    ),
    expect.stringMatching(/^content\/drawings\/nobody\.yaml:1 does not have the name of a text; /),
    '',
  ]);
  const marks = await changeFolder({ [FILE]: format([{ text: 'One', mark: 2 }]) }, 'draw');
  expect(marks.output).toContain(
    'has marks in another order; number them 1, 2, 3 … from top to bottom',
  );
});

test('descriptions are part of a content folder without problems', async () => {
  const { status, output } = await changeFolder({ [FILE]: format(EVERY_CONTROL) }, 'check');
  expect([status, output]).toEqual([0, expect.stringContaining('no problems')]);
});

function listLines(svg: string | null | undefined) {
  const found =
    svg?.matchAll(/<text class="([^"]+)" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<\/text>/g) ?? [];
  return [...found].map(([, look = '', x, y, text = '']) => ({
    look,
    x: Number(x),
    y: Number(y),
    text,
  }));
}
