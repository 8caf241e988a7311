import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createLargeContentCompiler } from '../content/compile-content.ts';
import { formatFinding } from '../content/content-finding.ts';
import type { CompileText } from '../content/texts/compile-texts.ts';
import type { TextCache } from '../content/texts/text-parts.ts';
import type { Store } from '../store/store.ts';
import { hashRecord } from '../store/sync/source.ts';
import { syncSource } from '../store/sync/sync.ts';
import { addFailure, createDraftSite, type DraftSite } from './draft-site.ts';

/** An editor writes a file in several steps; publishing waits for the last one. */
const SETTLE_MS = 80;

/** Publishes what can be shown of each text, at once and whenever the folder changes. */
export async function createDraftPublisher(
  { contentDir, dataDir }: Pick<Config, 'contentDir' | 'dataDir'>,
  { store, textCache }: { readonly store: Store; readonly textCache: TextCache },
) {
  const compile = createLargeContentCompiler({
    imageCacheDir: join(dataDir, 'images'),
    textCache,
    hashRecord,
    wanted: 'all',
  });
  let compileText: CompileText = () => undefined;
  const publish = async (): Promise<DraftSite> => {
    const now = new Date();
    const compilation = await compile(contentDir, now);
    // While the settings have errors, a text is shown with those before.
    compileText = compilation.compileText ?? compileText;
    const site = createDraftSite(compilation, now.getTime());
    if (site.source !== undefined) syncSource(store, site.source, now.getTime());
    for (const problem of site.problems) console.error(formatFinding(problem));
    return site;
  };
  // Differs from that of a former process, whose pages may still be open.
  const start = Date.now();
  let count = 0;
  let site = await publish();
  return {
    compileText: (...[file]: Parameters<CompileText>) => compileText(file),
    read: () => ({ site, contentDir, version: `${start}.${count}` }),
    /** Publishes each change of the folder, and then calls `onPublished`. */
    follow: (onPublished: () => void) =>
      watchFolder(contentDir, async () => {
        // A failure such as a locked index may not occur again at the next change.
        site = await publish().catch((error: unknown) => {
          console.error(error);
          return addFailure(site, contentDir, error);
        });
        count += 1;
        onPublished();
      }),
  };
}

function watchFolder(folder: string, onChange: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const start = () =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Node watches each file on Linux, and loses one that another file is renamed to, as most
        // editors save. What changes before the new watcher starts is published below.
        watcher.close();
        watcher = start();
        running = running.then(onChange);
      }, SETTLE_MS);
    }).on('error', console.error);
  let watcher = start();
  const close = () => {
    clearTimeout(timer);
    watcher.close();
  };
  return { close };
}
