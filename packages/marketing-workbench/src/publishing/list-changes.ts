import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type ContentFinding, formatFinding } from '../content/content-finding.ts';
import { createLiveTest } from '../store/posts/live.ts';
import { openStore } from '../store/store.ts';
import { readPostAddresses } from '../store/sync/post-addresses.ts';
import { compareManifests, parseKey, readPublished } from '../store/sync/source.ts';
import { readStoredContent } from '../store/sync/stored-content.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { keepPublishedVersions } from './keep-versions.ts';
import { checkAddresses } from './vanished-addresses.ts';

/** What publishing would change. Texts are named by their address, removed ones by their slug. */
export type PublishChanges = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether anything else changes, such as the settings of the site. */
  readonly hasOther: boolean;
  readonly drafts: number;
  /** What stops publishing. */
  readonly problems: readonly string[];
  /** The errors of single texts, and what happens to these texts. */
  readonly heldBack: readonly string[];
  readonly advice: readonly ContentFinding[];
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
    const { general } = compilation;
    const format = (findings: readonly ContentFinding[]) => findings.map(formatFinding);
    const found = { drafts: compilation.drafts, advice: compilation.advice };
    if (general.length > 0)
      return {
        ...found,
        ...NO_CHANGES,
        problems: format(general),
        heldBack: format(compilation.problems.filter((problem) => !general.includes(problem))),
      };
    const { heldBack, ...changes } = compareWithPublished(compilation, dataDir);
    return { ...found, ...changes, heldBack: [...format(compilation.problems), ...heldBack] };
  });
}

const NO_CHANGES = { added: [], changed: [], removed: [], hasOther: false };

function compareWithPublished(compilation: LargeCompilation, dataDir: string) {
  using store = openStore({ dataDir });
  const now = Date.now();
  const faultyKeys = compilation.faultyTexts.flatMap(({ keys }) => keys);
  const content = keepPublishedVersions(compilation, readStoredContent(store, faultyKeys));
  const isLive = createLiveTest(store.state, now);
  const { problems, records } = checkAddresses(readPostAddresses(store, now), content.records, {
    ...content,
    isLive,
    allowGone: false,
  });
  const difference = compareManifests(
    readPublished(store),
    content.createSource(records).manifest(),
  );
  const addresses = new Map(
    content.texts.map(({ outline, address }) => [`${outline.kind}:${outline.slug}`, address]),
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
    heldBack: content.lines,
  };
}

const TEXT_KINDS: ReadonlySet<string> = new Set(['post', 'draft', 'legacy', 'page', 'pageDraft']);

function isText(key: string): boolean {
  return TEXT_KINDS.has(parseKey(key).kind);
}
