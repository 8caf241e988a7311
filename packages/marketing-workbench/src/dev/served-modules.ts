import { realpathSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite';
import { FINDINGS_PATH } from './draft-site.ts';

/** Parts of `src` whose modules run in the browser, and the modules beside them. */
const PARTS = ['app', 'contract', 'dev', 'screens', 'site', 'ui'].map((part) => `src/${part}`);
const ENTRIES = ['browser-dev.ts', 'page-start.ts', 'analytics.ts', 'routes.ts'].map(
  (name) => `src/${name}`,
);
const TYPES = /(?<!\.test)\.(?:tsx?|m?js|m?js\.map|css|svg|html|woff2)$/;
/** Addresses without a file that Vite and its plugin for React answer. */
const VIRTUAL: ReadonlySet<string> = new Set([
  '/@vite/client',
  '/@vite/env',
  '/@react-refresh',
  '/@id/__x00__@vitejs/plugin-react/preamble',
]);
const FILE_PREFIX = '/@fs/';
const EDITOR_PATH = '/__open-in-editor';
const PING = 'text/x-vite-ping';
const DENIED = ['.env', '.env.*', '*.{crt,key,pem}', '**/.git/**', '*.sqlite*'];

type ServedModulesOptions = {
  readonly contentDir: string;
  readonly dataDir: string;
  /** Answers the requests that Vite must not answer, once Vite has checked their host. */
  readonly answerOthers: RequestListener;
};

/**
 * Returns the settings by which Vite's development server serves what pages need and nothing else,
 * to these pages only.
 */
export function serveOnlyModules({ contentDir, dataDir, answerOthers }: ServedModulesOptions) {
  const guard: Plugin = {
    name: 'serve-only-modules',
    // Vite calls it before it adds what serves every file of the project.
    configureServer: ({ config, middlewares }) => {
      const isModule = createModuleCheck(config);
      middlewares.use((request, response, next) => {
        const address = parseAddressForVite(request.url ?? '/');
        if (address === undefined) return answerOthers(request, response);
        const { path, query } = address;
        if (path === EDITOR_PATH && !mayOpen(request, query.get('file') ?? '', contentDir))
          return void response
            .writeHead(403)
            .end('Only a page of this site may open a text of its folder.');
        const isOwn =
          [EDITOR_PATH, FINDINGS_PATH].includes(path) || request.headers.accept === PING;
        return isOwn || isModule(path) ? next() : answerOthers(request, response);
      });
    },
  };
  return {
    plugins: [guard],
    server: {
      // Vite's default lets pages of all servers on this machine read the modules.
      cors: false,
      headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
      fs: {
        strict: true,
        allow: [...PARTS, ...ENTRIES, 'node_modules/.vite/deps'],
        deny: [...DENIED, `${normalizePath(resolve(dataDir))}/**`],
      },
    },
  };
}

type ViteAddress = { readonly path: string; readonly query: URLSearchParams };

/**
 * Parses an address; undefined for a path that Vite, which decodes and normalizes it again, might
 * take for another one.
 */
function parseAddressForVite(url: string): ViteAddress | undefined {
  const [encoded = '', ...search] = url.split('?');
  const path = decodePath(encoded);
  if (path === undefined || !path.startsWith('/') || /[\\%\0#?]|\/\/|\/\.{1,2}(?:\/|$)/.test(path))
    return undefined;
  return { path, query: new URLSearchParams(search.join('?')) };
}

function decodePath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function createModuleCheck({ root, cacheDir }: ResolvedConfig): (path: string) => boolean {
  // Relative to this file of Vite: dist/node/index.js.
  const viteClient = join(dirname(fileURLToPath(import.meta.resolve('vite'))), '../client');
  const folders = [
    ...PARTS.map((part) => join(root, part)),
    join(cacheDir, 'deps'),
    viteClient,
  ].map((folder) => `${normalizePath(folder)}/`);
  const entries = ENTRIES.map((name) => normalizePath(join(root, name)));
  return (path) => {
    if (VIRTUAL.has(path)) return true;
    const isAbsolute = path.startsWith(FILE_PREFIX);
    const file = isAbsolute ? path.slice(FILE_PREFIX.length - 1) : `${normalizePath(root)}${path}`;
    // The drive of Windows follows the slash.
    const bare = isAbsolute ? file.replace(/^\/(?=[A-Za-z]:\/)/, '') : file;
    return (
      TYPES.test(bare) &&
      (entries.includes(bare) || folders.some((folder) => bare.startsWith(folder)))
    );
  };
}

/**
 * Returns whether a page of this site requests to open a text of its content folder. Browsers send
 * the header on this machine.
 */
function mayOpen({ headers }: IncomingMessage, place: string, contentDir: string): boolean {
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  const file = resolve(place.replace(/(?::\d+){1,2}$/, ''));
  try {
    return normalizePath(realpathSync(file)).startsWith(
      `${normalizePath(realpathSync(contentDir))}/`,
    );
  } catch {
    // There is no such file.
    return false;
  }
}
