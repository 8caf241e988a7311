import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const SOURCES = resolve('packages/marketing-workbench/src');
const FOLDER = `${SOURCES}/desk/editor-page`;

/** Replaces the fonts of a public server, which a browser would request, by the package's own. */
const KEEP_FONTS_LOCAL: Plugin = {
  name: 'keep-fonts-local',
  transform: (code) => code.replaceAll(/url\(https:[^)]*\.woff2\)/g, 'local("")'),
};

/** Half of the editor: grammars of the field for code, which no form of the desk has. */
const LEAVE_OUT_GRAMMARS: Plugin = {
  name: 'leave-out-grammars',
  transform: (_, id) => (/@shikijs[\\/]langs[\\/]/.test(id) ? 'export default [];' : undefined),
};

/**
 * Builds the scripts of the desk's editor with its package and fonts, so that nothing comes from
 * another server, and the script of the development server's pages.
 */
export async function buildDesk(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: FOLDER,
    base: '/bundle/',
    publicDir: false,
    logLevel: 'error',
    plugins: [LEAVE_OUT_GRAMMARS, KEEP_FONTS_LOCAL],
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      modulePreload: false,
      assetsDir: '',
      rolldownOptions: {
        input: { editor: `${FOLDER}/editor.ts`, 'dev-page': `${SOURCES}/dev/dev-page.ts` },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}
