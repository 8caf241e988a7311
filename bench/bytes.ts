import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ENTRY, listWithImports, readManifest } from '../src/server/built-assets.ts';
import { PAGE_KINDS, RESULTS, startRealSite } from './real-site.ts';

const ENCODINGS = ['identity', 'gzip', 'br'] as const;
/** What a page fetches at the first sign of a reader: notifications, search panel, menu, and the screens of shelves. */
const AT_FIRST_SIGN = /^src\/(?:app\/|ui\/|screens\/(?:all-articles|category|subcategory)-screen)/;

type Encoding = (typeof ENCODINGS)[number];
type Sizes = Readonly<Record<Encoding, number>>;
type Row = { readonly kind: string; readonly files: number; readonly sizes: Sizes };

/**
 * Prints how many bytes of each kind a page of each kind is, as the server sends them to one who takes that encoding;
 * the same stands in `bench/results/bytes.json`. JavaScript is all that the page names, and with it loads before
 * anybody touches it; what the first sign of a reader brings is a row of its own.
 */
export async function benchBytes(args: readonly string[]): Promise<void> {
  parseArgs({ args: [...args], options: {} });
  const site = await startRealSite();
  try {
    const results: Record<string, readonly Row[]> = {};
    console.log(formatCells('page', 'kind', 'files', ...ENCODINGS));
    for (const [name, address] of PAGE_KINDS) {
      const rows = await measurePage(site.origin, address);
      results[name] = rows;
      for (const { kind, files, sizes } of rows) {
        console.log(formatCells(name, kind, files, ...ENCODINGS.map((encoding) => sizes[encoding])));
      }
    }
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(`${RESULTS}/bytes.json`, `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    await site.stop();
  }
}

async function measurePage(origin: string, address: string): Promise<readonly Row[]> {
  const html = (await fetchBytes(`${origin}${address}`, 'identity')).toString();
  const modules = html.match(/ data-modules="([^"]*)"/)?.[1]?.split(' ') ?? [];
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['HTML', [address]],
    ['CSS', listMatches(html, /<link rel="stylesheet" href="([^"]+)"/g)],
    ['JavaScript', [...listMatches(html, /<script src="([^"]+)"/g), ...modules]],
    ['JS on use', listLaterModules()],
    ['fonts', listMatches(html, /<link rel="preload" href="([^"]+)" as="font"/g)],
    ['images', [...new Set(listMatches(html, /<img [^>]*?src="([^"]+)"/g))]],
  ];
  return Promise.all(
    kinds.map(async ([kind, files]) => ({
      ...{ kind, files: files.length, sizes: await sumSizes(files.map((file) => `${origin}${file}`)) },
    })),
  );
}

function listMatches(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '');
}

function listLaterModules(): readonly string[] {
  const manifest = readManifest('dist/client');
  const later = manifest[ENTRY]?.dynamicImports.filter((name) => AT_FIRST_SIGN.test(name)) ?? [];
  const known = listWithImports(manifest, [ENTRY]);
  return listWithImports(manifest, [ENTRY, ...later])
    .filter((name) => !known.includes(name))
    .map((name) => `/${manifest[name]?.file ?? ''}`);
}

async function sumSizes(addresses: readonly string[]): Promise<Sizes> {
  const sum = async (encoding: Encoding) => {
    const answers = await Promise.all(addresses.map((address) => fetchBytes(address, encoding)));
    return answers.reduce((total, bytes) => total + bytes.length, 0);
  };
  return { identity: await sum('identity'), gzip: await sum('gzip'), br: await sum('br') };
}

/** The body as it travels. */
function fetchBytes(address: string, encoding: Encoding): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      if (response.statusCode === 200) resolve(buffer(response));
      else reject(new Error(`${address} answers ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}

function formatCells(...[page, kind, ...numbers]: readonly (string | number)[]): string {
  const texts = [String(page).padEnd(10), String(kind).padEnd(12)];
  return [...texts, ...numbers.map((cell) => String(cell).padStart(9))].join('');
}
