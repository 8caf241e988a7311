import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createCleanFolder } from '../support/audited-folder.ts';
import type { ContentOverrides } from '../support/content-folder.ts';
import { plantMistakes } from '../support/planted-mistakes.ts';
import { spawnCommand } from '../support/spawn-command.ts';

const auditSchema = z.object({
  score: z.int(),
  notes: z.array(z.string()),
  findings: z.array(
    z.object({
      rule: z.string(),
      place: z.string(),
      message: z.string(),
      weight: z.int(),
      line: z.int().optional(),
      address: z.string().optional(),
    }),
  ),
});

test('every planted mistake is found where it is, and nothing else', async () => {
  const { files, expected } = await plantMistakes();
  const folder = await writeSite(files);
  const { status, output } = await audit(folder, ['--json']);
  expect(status).toBe(1);
  const { findings, score, notes } = parseAudit(output);
  const found = findings.map(({ rule, place, line, address }) =>
    format(rule, place, line ?? address),
  );
  expect(found.toSorted()).toEqual(
    expected.map(({ rule, file, line, address }) => format(rule, file, line ?? address)).toSorted(),
  );
  expect(expected.length).toBeGreaterThanOrEqual(60);
  expect(score).toBeLessThan(90);
  expect(notes.join()).toContain('has errors');

  const page = join(folder, 'audit.html');
  const shown = await audit(folder, ['--html', page, '--fail-on', '10']);
  expect(shown.status).toBe(1);
  expect(shown.output).toMatch(/^anchor-vague \(weight 3, 3 findings\)$/m);
  expect(shown.output).toContain(`score ${score} of 100, ${findings.length} findings`);
  const html = readFileSync(page, 'utf8');
  for (const { rule } of findings) expect(html).toContain(`<section id="${rule}">`);
  expect(html).not.toContain('<script');
});

test('a clean site has no finding, and the audit leaves nothing behind', async () => {
  const folder = await writeSite(createCleanFolder());
  const { status, output } = await audit(folder, ['--external', '--all']);
  expect(output).toContain('score 100 of 100, 0 findings');
  expect(status).toBe(0);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});

test('misuse and a folder without a site are said in a line', async () => {
  const folder = await writeSite({ ...createCleanFolder(), 'site.yaml': 'name: 7\n' });
  const cases = [
    [[], /site\.yaml:1 name .*\n.*Nothing was audited\./s],
    [['--fail-on', '11'], /^--fail-on 11 is not a whole number from 1 to 10/],
    [['--html', join(folder, 'no', 'audit.html')], /of --html does not exist/],
    [['--html'], /Usage: npx marketing-workbench audit/],
    [['--everything'], /Usage: npx marketing-workbench audit/],
  ] as const;
  for (const [args, message] of cases) {
    const { status, output } = await audit(folder, args);
    expect(output).toMatch(message);
    expect(output).not.toContain('    at ');
    expect(status).toBe(2);
  }
});

test('links to other sites are asked once, with HEAD before GET, and a stopped audit goes on', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { url = '' } = request;
    if (url === '/moved') response.writeHead(301, { location: '/good' });
    else if (url === '/good') response.writeHead(200);
    else if (url === '/no-head') response.writeHead(request.method === 'GET' ? 200 : 405);
    else if (url === '/busy') response.writeHead(429);
    else response.writeHead(404);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const body = ['good', 'gone', 'moved', 'no-head', 'busy', 'good']
    .map((path, index) => `Ask [the ${path} page ${index}](http://127.0.0.1:${port}/${path}).`)
    .join('\n\n');
  const clean = createCleanFolder();
  const folder = await writeSite({
    ...clean,
    'pages/about.md': `${clean['pages/about.md']}\n${body}\n`,
    'articles/beds/carrots-in-clay.md': String(clean['articles/beds/carrots-in-clay.md']),
  });
  const first = await audit(folder, ['--external', '--json']);
  const listOthers = (output: string) =>
    parseAudit(output)
      .findings.filter(({ rule }) => rule.startsWith('external'))
      .map(({ rule, message }) => `${rule} ${message.replaceAll(`http://127.0.0.1:${port}`, '')}`);
  const expected = [
    'external-broken /gone answers 404',
    'external-moved /moved has moved to /good',
  ];
  expect(listOthers(first.output)).toEqual(expected);
  expect(asked.toSorted()).toEqual(
    [
      'GET /busy',
      'GET /gone',
      'GET /no-head',
      'HEAD /busy',
      'HEAD /gone',
      'HEAD /good',
      'HEAD /good',
      'HEAD /moved',
      'HEAD /no-head',
    ].toSorted(),
  );
  const count = asked.length;
  // As if the first audit had been stopped while it wrote its last answer.
  const cache = join(folder, 'data', 'external-links.jsonl');
  const lines = readFileSync(cache, 'utf8').trimEnd().split('\n');
  const last = lines.findLastIndex((line) => line.includes('/no-head'));
  await writeFile(
    cache,
    [...lines.filter((_, index) => index !== last), '{"url":"http://127'].join('\n'),
  );
  expect(listOthers((await audit(folder, ['--external', '--json'])).output)).toEqual(expected);
  expect(asked.slice(count)).toEqual(['HEAD /no-head', 'GET /no-head']);
});

/** Lines of progress follow the JSON. */
function parseAudit(output: string) {
  return auditSchema.parse(JSON.parse(output.slice(0, output.lastIndexOf('\n}') + 2)));
}

function format(rule: string, place: string, where: string | number | undefined): string {
  return `${rule} ${place}:${where}`;
}

async function writeSite(files: ContentOverrides): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-audited-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'tmp'));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, 'content', name);
    await mkdir(dirname(file), { recursive: true });
    if (content !== null) await writeFile(file, content);
  }
  return folder;
}

function audit(folder: string, args: readonly string[]) {
  return spawnCommand(['audit', ...args], {
    CONTENT_DIR: join(folder, 'content'),
    DATA_DIR: join(folder, 'data'),
    TMPDIR: join(folder, 'tmp'),
  }).ended;
}
