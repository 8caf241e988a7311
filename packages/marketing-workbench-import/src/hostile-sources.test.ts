import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createImportFolder } from '../../../tests/support/import-folder.ts';
import { createPhoto } from '../../../tests/support/photos.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { spawnCommand } from '../../../tests/support/spawn-command.ts';

const PICTURE = await createPhoto(960, 640);
const HOST = 'https://hill.example';

function createImport() {
  const files = createImportFolder();
  const listAll = () =>
    readdirSync(files.base, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('site/.import'),
    );
  return { ...files, listAll };
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

function formatPost(
  id: number,
  body: string,
  { slug = `post-${id}`, title = `Post ${id}`, more = '' } = {},
) {
  return `<item><title>${cdata(title)}</title><link>${HOST}/${id}/</link><wp:post_id>${id}</wp:post_id>
<wp:post_name>${cdata(slug)}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><content:encoded>${cdata(body)}</content:encoded>${more}</item>`;
}

const formatExport = (...items: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Hill</title>
<link>${HOST}</link>${items.join('\n')}</channel></rss>`;

const GOOD = formatPost(1, '<p>Good words.</p>', { slug: 'good' });

type ZipEntry = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mode?: number;
  readonly flags?: number;
};

/** Writes what no program would: any name, links and flags. */
function createZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, mode = 0o100644, flags = 0x800 } of entries) {
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode * 0x10000) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    locals.push(Buffer.from('PK\u0003\u0004'), common, nameBytes, packed);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0003'), common, rest, nameBytes);
    at += 4 + 26 + nameBytes.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

test('names in a .zip that lead out of it, links and encrypted files are left out', async () => {
  const { add, run, read, listAll } = createImport();
  const bytes = Buffer.from(formatExport(GOOD));
  const zip = createZip([
    { name: 'export.xml', bytes },
    ...['../evil.xml', '/etc/evil.xml', 'C:\\evil.xml', '..\\evil.xml', 'a\u0000.xml'].map(
      (name) => ({
        name,
        bytes,
      }),
    ),
    { name: 'link.xml', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
    { name: 'secret.xml', bytes, flags: 0x801 },
  ]);
  const { status, output } = await run(add('export.zip', zip));
  expect(status).toBe(0);
  expect(output).toContain('WordPress export, 1 file: 1 text imported');
  expect(output.match(/has a path outside of the \.zip and was left out/g)?.length).toBe(5);
  expect(output).toContain('link.xml is a link and was left out');
  expect(output).toContain('secret.xml is encrypted and was left out');
  expect(read('articles/general/good.md')).toContain('Good words.');
  expect(listAll().filter((name) => /evil|passwd/.test(name))).toEqual([]);
});

test('archives that grow without measure are refused', async () => {
  const { add, run } = createImport();
  const zeros = Buffer.alloc(80_000_000);
  const bomb = add('bomb.zip', createZip([{ name: 'bomb.xml', bytes: zeros }]));
  expect(await run(bomb)).toMatchObject({
    status: 1,
    output: expect.stringMatching(
      /bomb\.xml grows too much when unpacked and was left out\n.* has no files/,
    ),
  });
  const packed = gzipSync(
    Buffer.concat([Buffer.from(formatExport(GOOD).replace('</channel></rss>', '')), zeros]),
  );
  const { status, output } = await run(add('bomb.xml.gz', packed));
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('grows more than 250 times when unpacked; the rest of it was not read'),
  ]);
});

test('entities and document types are neither expanded nor opened', async () => {
  const { add, run, read } = createImport();
  const secret = add('secret.txt', 'the secret');
  const lines = Array.from(
    { length: 30 },
    (_, level) => `<!ENTITY l${level + 1} "&l${level};&l${level};&l${level};">`,
  );
  const text = formatExport(
    formatPost(1, 'x', { slug: 'bomb', more: '<excerpt:encoded>&l30; &file;</excerpt:encoded>' }),
  );
  const { status, output } = await run(
    add(
      'bomb.xml',
      text.replace(
        '<rss',
        `<!DOCTYPE rss [<!ENTITY l0 "laugh">${lines.join('')}<!ENTITY file SYSTEM "file://${secret}">]><rss`,
      ),
    ),
  );
  expect(status).toBe(0);
  expect(output).toContain('bomb.xml is not well-formed XML');
  expect(read('articles/general/bomb.md')).not.toMatch(/laugh|the secret/);
});

test('scripts and links that run something are removed', async () => {
  const { add, run, read } = createImport();
  const links = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    ' javascript:x',
  ];
  const body = `<p onclick="alert(1)">Words.</p><script>alert(1)</script><svg onload="alert(1)"><script>alert(2)</script></svg>
<iframe src="javascript:alert(1)"></iframe><img src="x" onerror="alert(1)"><img src="javascript:alert(1)">
${links.map((href) => `<p><a href="${href}">link</a></p>`).join('')}`;
  await run(add('script.xml', formatExport(formatPost(1, body, { slug: 'script' }))));
  const text = read('articles/general/script.md');
  expect(text).toContain('Words.');
  expect(text.replace(/```unconverted[\s\S]*?```/g, '')).not.toMatch(
    /\]\((?!https:|\/)|<script|<svg|<iframe|onerror|onclick/i,
  );
});

test('slugs, authors, categories and pictures with paths stay in the folder', async () => {
  const { add, run, at, listAll } = createImport();
  const way = '../../../../evil';
  const item = formatPost(1, `<img src="${HOST}/wp-content/uploads/2014/03/${way}.png">`, {
    slug: way,
    more: `<dc:creator>${way}</dc:creator><category domain="category" nicename="${way}">${way}</category>`,
  });
  const author = `<wp:author><wp:author_login>${way}</wp:author_login></wp:author>`;
  const category = `<wp:category><wp:category_nicename>${way}</wp:category_nicename></wp:category>`;
  add('uploads/evil.png', PICTURE);
  const { status } = await run(
    add('path.xml', formatExport(author, category, item)),
    '--uploads',
    at('uploads'),
  );
  expect(status).toBe(0);
  const evil = listAll().filter((name) => name.includes('evil') && !name.startsWith('uploads'));
  expect(evil.length).toBeGreaterThan(0);
  expect(evil.filter((name) => !name.startsWith('site/'))).toEqual([]);
  expect(existsSync(path.join(tmpdir(), 'evil.md'))).toBe(false);
});

test('UTF-16, Latin-1 and broken UTF-8 are read', async () => {
  const { add, run, read } = createImport();
  const text = formatExport(formatPost(1, '<p>Crème brûlée — naïve</p>', { slug: 'cream' }));
  await run(
    add('utf16.xml', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])),
  );
  expect(read('articles/general/cream.md')).toContain('Crème brûlée — naïve');
  const latin = text.replace('UTF-8', 'ISO-8859-1').replace('—', '-');
  await run(add('latin.xml', Buffer.from(latin, 'latin1')));
  expect(read('articles/general/cream.md')).toContain('Crème brûlée - naïve');
  const broken = Buffer.concat([Buffer.from(text.replace('Crème', 'Cr~me')), Buffer.from(' ')]);
  broken[broken.indexOf('~')] = 0xe8;
  const { output } = await run(add('broken.xml', broken));
  expect(output).toContain("has characters that can't be read");
  expect(read('articles/general/cream.md')).toContain('Cr\uFFFDme brûlée');
});

test('truncated files give what can be read, or a line that says so', async () => {
  const { add, run, read, at } = createImport();
  const whole = formatExport(
    GOOD,
    ...Array.from({ length: 200 }, (_, id) => formatPost(id + 2, `${Math.sin(id)}`.repeat(99))),
  );
  const packed = gzipSync(whole);
  const { output } = await run(add('cut.xml.gz', packed.subarray(0, packed.length / 2)));
  expect(output).toContain("can't be read to its end");
  expect(read('articles/general/good.md')).toContain('Good words.');
  rmSync(at('site'), { recursive: true });
  const zip = createZip([{ name: 'export.xml', bytes: Buffer.from(whole) }]);
  expect(await run(add('cut.zip', zip.subarray(0, zip.length / 2)))).toEqual({
    status: 1,
    output: expect.stringMatching(
      /cut\.zip is a \.zip that can't be read: .* Download or pack it again\.\n$/,
    ),
  });
  expect(
    await run(add('cut.json', '{"db":[{"meta":{"version":"5.0"},"data":{"posts":[{"id"')),
  ).toEqual({
    status: 1,
    output: expect.stringMatching(/cut\.json.*\n$/),
  });
});

test('files that are no export are named for what they are', async () => {
  const { add, run } = createImport();
  const tar = Buffer.alloc(1024, 'x');
  tar.write('ustar', 257);
  const files: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['empty.xml', '', /empty\.xml is empty; export it again/],
    [
      'page.xml',
      '<!DOCTYPE html><html><title>Log in</title></html>',
      /is a web page, not an export/,
    ],
    ['picture.xml', PICTURE, /is neither XML nor JSON nor a \.zip/],
    ['dump.sql', '-- MySQL dump 10.13\nCREATE TABLE `wp_posts`', /is a dump of a database/],
    ['media.tar', tar, /is a \.tar; unpack it/],
    ['list.json', '[1, 2]', /is not an export of a known program/],
    ['empty.zip', createZip([]), /has no files/],
    [
      'nothing.zip',
      createZip([{ name: 'a.txt', bytes: Buffer.from('a') }]),
      /What can be imported: /,
    ],
  ];
  for (const [name, content, line] of files)
    expect(await run(add(name, content)), name).toEqual({
      status: 1,
      output: expect.stringMatching(line),
    });
});

test('folders, pipes, devices and links are not read as exports', async () => {
  const { add, run, at, read } = createImport();
  add('secret.md', 'the secret');
  mkdirSync(at('posts/folder.xml'), { recursive: true });
  add('posts/real.xml', formatExport(GOOD));
  symlinkSync(at('secret.md'), at('posts/link.xml'));
  symlinkSync('/', at('posts/root'));
  symlinkSync(at('posts'), at('posts/self'));
  execFileSync('mkfifo', [at('posts/pipe.xml'), at('pipe')]);
  const { status, output } = await run(at('posts'));
  expect(status).toBe(0);
  for (const name of ['link.xml', 'root', 'self', 'pipe.xml'])
    expect(output).toContain(
      `${name} is a link out of the folder or to a folder, or no regular file; it was left out`,
    );
  expect(read('articles/general/good.md')).toContain('Good words.');
  for (const place of [at('pipe'), '/dev/zero'])
    expect(await run(place)).toEqual({
      status: 1,
      output: expect.stringContaining('is neither a file nor a folder'),
    });
});

test('a line of 25 MB, elements without end and text without end take bounded memory', async () => {
  const { add, at } = createImport();
  const meta = `<wp:postmeta><wp:meta_value>${'words '.repeat(4_000_000)}</wp:meta_value></wp:postmeta>`;
  const long = formatPost(2, 'x', { slug: 'long', more: meta });
  const parts = formatPost(3, '', { slug: 'parts', more: '<a/>'.repeat(300_000) });
  const deep = `<item>${'<a>'.repeat(300_000)}`;
  const file = add('large.xml', formatExport(GOOD, long, parts, deep));
  const { status, output } = await spawnCommand(['import', file, '--to', at('site')], {
    NODE_OPTIONS: '--max-old-space-size=300',
  }).ended;
  expect([status, output]).toEqual([0, expect.stringContaining('3 texts imported')]);
  expect(output).toContain(
    '“Post 2” is longer than 5 million characters, and the rest was left out',
  );
  expect(output).toContain('“Post 3” has more than 200000 parts');
  expect(output).toContain('more than 500 levels deep; the rest of it was not read');
});

test('a target that is a file, the source, inside of it, or an owner’s folder is refused', async () => {
  const { add, run, at } = createImport();
  const file = add('a.xml', formatExport(GOOD));
  const refuse = async (source: string, to: string, line: RegExp) =>
    expect(await runCommand(['import', source, '--to', to], {})).toEqual({
      status: 1,
      output: expect.stringMatching(line),
    });
  await refuse(file, file, /a\.xml is a file; name a new folder with --to/);
  add('old/a.xml', formatExport(GOOD));
  await refuse(at('old'), at('old'), /is in the imported folder .*; name a folder elsewhere/);
  await refuse(
    at('old'),
    at('old/new/site'),
    /is in the imported folder .*; name a folder elsewhere/,
  );
  symlinkSync(at('old'), at('link'));
  await refuse(at('old'), at('link/site'), /is in the imported folder .*; name a folder elsewhere/);
  add('mine/diary.md', 'Mine');
  await refuse(file, at('mine'), /mine has files that no import wrote; name a new folder/);
  expect(readdirSync(at('mine'))).toEqual(['diary.md']);
  mkdirSync(at('site'));
  expect((await run(file)).status).toBe(0);
  expect((await run(file)).status).toBe(0);
});

test('what can’t be read or written is said', async () => {
  const { base, add, at } = createImport();
  chmodSync(base, 0o755);
  const file = add('a.xml', formatExport(GOOD));
  // The superuser may read and write everything.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const run = () => spawnCommand(['import', file, '--to', at('site')], {}, { uid }).ended;
  mkdirSync(at('site'), { mode: 0o555 });
  expect(await run()).toEqual({
    status: 1,
    output: expect.stringMatching(/site can't be written: you have no permission/),
  });
  chmodSync(file, 0);
  chmodSync(at('site'), 0o777);
  expect(await run()).toEqual({
    status: 1,
    output: expect.stringMatching(/a\.xml: you have no permission for it\.\n$/),
  });
});
