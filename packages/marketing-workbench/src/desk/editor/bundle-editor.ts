import { extname, join } from 'node:path';
import { build, type Plugin } from 'vite';

type BundledFile = { readonly type: string; readonly content: string | Uint8Array };

const FOLDER = join(import.meta.dirname, '../editor-page');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Replaces the fonts of a public server, which a browser would request, by the package's own. */
const KEEP_FONTS_LOCAL: Plugin = {
  name: 'keep-fonts-local',
  transform: (code) => code.replaceAll(/url\(https:[^)]*\.woff2\)/g, 'local("")'),
};

/**
 * Bundles the editor's scripts and fonts from its package, by name, so that nothing comes from
 * another server.
 */
export async function bundleEditor(): Promise<ReadonlyMap<string, BundledFile>> {
  const built = await build({
    configFile: false,
    root: FOLDER,
    base: '/bundle/',
    publicDir: false,
    logLevel: 'error',
    plugins: [KEEP_FONTS_LOCAL],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      assetsDir: '',
      rolldownOptions: {
        input: join(FOLDER, 'editor.ts'),
        output: { entryFileNames: 'editor.js' },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const files = outputs.flatMap((output) => ('output' in output ? output.output : []));
  return new Map(
    files.map((file) => [
      file.fileName,
      {
        type: TYPES[extname(file.fileName)] ?? 'application/octet-stream',
        content: file.type === 'chunk' ? file.code : file.source,
      },
    ]),
  );
}
