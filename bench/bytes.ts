import {
  ENTRY,
  listWithImports,
  readBuildManifest,
} from '../packages/marketing-workbench/src/server/built-site.ts';
import { fetchEncoded } from './load.ts';
import { PAGE_KINDS, startRealSite } from './measured.ts';

const ENCODINGS = ['identity', 'gzip', 'br'] as const;
/**
 * What a page fetches on the reader's first action: notifications, search panel, menu, and the
 * screens of listings.
 */
const ON_USE = /^src\/(?:app|ui|screens\/(?:all-articles|category|subcategory))\//;

/**
 * Prints the bytes of each kind of page by file type and content encoding. JavaScript includes the
 * files that a page loads without a reader's action.
 */
export async function benchBytes(): Promise<void> {
  const site = await startRealSite();
  try {
    for (const [name, address] of PAGE_KINDS) {
      console.log(name);
      console.table(await measurePage(site.origin, address));
    }
  } finally {
    await site.stop();
  }
}

async function measurePage(origin: string, address: string) {
  const html = (await fetchEncoded(`${origin}${address}`, 'identity')).bytes.toString();
  const listMatches = (pattern: RegExp) =>
    Array.from(html.matchAll(pattern), (match) => match[1] ?? '');
  const modules = html.match(/ data-modules="([^"]*)"/)?.[1]?.split(' ') ?? [];
  const kinds = {
    HTML: [address],
    CSS: listMatches(/<link rel="stylesheet" href="([^"]+)"/g),
    JavaScript: [...listMatches(/<script src="([^"]+)"/g), ...modules],
    'JavaScript on use': listModulesOnUse(),
    fonts: listMatches(/<link rel="preload" href="([^"]+)" as="font"/g),
    images: listMatches(/<img [^>]*?src="([^"]+)"/g),
  };
  const rows: Record<string, Record<string, number>> = {};
  for (const [kind, found] of Object.entries(kinds)) {
    const files = [...new Set(found)];
    const row: Record<string, number> = { files: files.length };
    for (const encoding of ENCODINGS) {
      const answers = await Promise.all(
        files.map((file) => fetchEncoded(`${origin}${file}`, encoding)),
      );
      row[encoding] = answers.reduce((sum, { bytes }) => sum + bytes.length, 0);
    }
    rows[kind] = row;
  }
  return rows;
}

function listModulesOnUse(): readonly string[] {
  const manifest = readBuildManifest('packages/marketing-workbench/dist/client');
  const later = manifest[ENTRY]?.dynamicImports.filter((name) => ON_USE.test(name)) ?? [];
  const initial = listWithImports(manifest, [ENTRY]);
  return listWithImports(manifest, [ENTRY, ...later])
    .filter((name) => !initial.includes(name))
    .map((name) => `/${manifest[name]?.file ?? ''}`);
}
