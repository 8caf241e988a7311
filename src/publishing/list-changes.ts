import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type ContentFinding, formatFinding } from '../content/content-finding.ts';
import { createLiveTest } from '../store/posts/live.ts';
import { openStore } from '../store/store.ts';
import { readPostAddresses } from '../store/sync/post-addresses.ts';
import { compareManifests, parseKey, readPublished } from '../store/sync/source.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { createFolderSource } from './fill-index.ts';
import { checkAddresses } from './vanished-addresses.ts';

/** What publishing would change. Texts are named by their address. */
export type PublishChanges = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether anything else changes, such as the settings of the site. */
  readonly hasOther: boolean;
  readonly drafts: number;
  /** Errors; each of them stops publishing. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
};

/**
 * Compares the content folder with what this machine has published. Nothing is changed. A cluster
 * compares with its database when it publishes.
 */
export function listChanges({
  contentDir,
  dataDir,
  previewSecret,
}: Pick<Config, 'contentDir' | 'dataDir' | 'previewSecret'>): Promise<PublishChanges> {
  const wanted = previewSecret === undefined ? 'published' : 'drafts';
  return compileWithCaches(contentDir, { dataDir, wanted }, async (compilation) => {
    const format = (findings: readonly ContentFinding[]) => findings.map(formatFinding);
    const found = {
      drafts: compilation.drafts,
      problems: format(compilation.problems),
      advice: format(compilation.advice),
    };
    // What has errors has no record, and would look removed.
    if (found.problems.length > 0)
      return { ...found, added: [], changed: [], removed: [], hasOther: false };
    return { ...found, ...compareWithPublished(compilation, dataDir) };
  });
}

function compareWithPublished(compilation: LargeCompilation, dataDir: string) {
  using store = openStore({ dataDir });
  const now = Date.now();
  const outlines = compilation.texts.map(({ outline }) => outline);
  const isLive = createLiveTest(store.state, now);
  const options = { isLive, allowGone: false, outlines };
  const { problems, records } = checkAddresses(
    readPostAddresses(store, now),
    compilation.records,
    options,
  );
  const difference = compareManifests(
    readPublished(store),
    createFolderSource(compilation, records).manifest(),
  );
  const addresses = new Map(
    compilation.texts.map(({ outline, address }) => [`${outline.kind}:${outline.slug}`, address]),
  );
  const name = (keys: readonly string[]) =>
    keys.filter(isText).map((key) => addresses.get(key) ?? parseKey(key).name);
  const keys = [difference.added, difference.changed, difference.removed].flat();
  return {
    added: name(difference.added),
    changed: name(difference.changed),
    removed: name(difference.removed),
    hasOther: keys.some((key) => !isText(key)),
    problems,
  };
}

const TEXT_KINDS: ReadonlySet<string> = new Set(['post', 'draft', 'legacy', 'page', 'pageDraft']);

function isText(key: string): boolean {
  return TEXT_KINDS.has(parseKey(key).kind);
}
