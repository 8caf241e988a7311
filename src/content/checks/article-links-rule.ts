import type { ContentProblem } from '../content-problem.ts';
import { isPublished } from '../visibility.ts';
import type { Site } from './site-pages.ts';
import type { SiteText } from './site-text.ts';

/** An article leads to as many others as the standard, where there is one, says; two links to the same one count once. */
export function checkArticleLinks(site: Site): readonly ContentProblem[] {
  if (site.standard === undefined) return [];
  const { articleLinksMin } = site.standard;
  return site.documents.flatMap((document) => {
    if (document.kind !== 'article' || document.sound.draft === true) return [];
    const { size } = listLinkedArticles(document, site);
    if (size >= articleLinksMin) return [];
    const found = `links to ${size} other ${size === 1 ? 'article' : 'articles'}`;
    return [
      { file: document.file, message: `${found}; link to at least ${articleLinksMin} where they help` },
    ];
  });
}

/**
 * No article of a folder with a standard is an orphan: one that readers see is linked from another that they see. One still to come need not be,
 * since nothing may link to it before its time.
 */
export function checkOrphans(site: Site): readonly ContentProblem[] {
  if (site.standard === undefined) return [];
  const seen = site.documents.filter(
    (document) => document.kind === 'article' && isPublished(document, site.now),
  );
  const linked = new Set(seen.flatMap((document) => [...listLinkedArticles(document, site)]));
  return seen
    .filter((document) => !linked.has(document))
    .map(({ file, address }) => ({
      file,
      message: `is linked from no other article; link to ${address} from one where it helps`,
    }));
}

/** The articles that a text links to, itself left out. */
function listLinkedArticles({ address, links }: SiteText, { pages }: Site): ReadonlySet<SiteText> {
  const targets = links.flatMap(({ href }) => pages.get(href.replace(/[?#].*$/, ''))?.document ?? []);
  return new Set(targets.filter((target) => target.kind === 'article' && target.address !== address));
}
