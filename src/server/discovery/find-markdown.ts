import { files, pages } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import type { Guide } from '../../site/guide.ts';
import type { Store } from '../../store/store.ts';
import { parseWeights } from '../cache/content-coding.ts';
import { formatRedirect, type HttpAnswer } from '../http-answer.ts';
import { findTextPage, type TextPage } from './find-text-page.ts';
import { formatMarkdown } from './markdown.ts';

type MarkdownOptions = {
  readonly store: Store;
  readonly origin: string;
  readonly now: () => Date;
  /** The guide, which is part of the build. */
  readonly loadGuide: () => Promise<Guide>;
};

/** In any spelling; the page's own path is what stands before. */
const NAMED = /^(.*)\.md\/*$/i;

/**
 * The Markdown of a text where the address ends with `.md`, or where the request would rather have that than HTML;
 * undefined where it is for others to answer. Lists and the like have no Markdown: `/llms.txt` is theirs.
 */
export function createMarkdownFinder({ store, origin, now, loadGuide }: MarkdownOptions) {
  return async (pathname: string, accept: string | undefined): Promise<HttpAnswer | undefined> => {
    const [, name] = NAMED.exec(pathname) ?? [];
    if (name === undefined && !prefersMarkdown(accept)) return undefined;
    const path = name ?? pathname;
    const page =
      parseCanonicalPath(path) === pages.guide()
        ? createGuidePage(await loadGuide(), pages.guide())
        : findTextPage(store, path, now().getTime());
    if (page === undefined) return undefined;
    const address = name === undefined ? page.path : files.markdown(page.path);
    if (address === pathname) return createAnswer(page, origin);
    return name === undefined ? undefined : formatRedirect(address);
  };
}

function createGuidePage(guide: Guide, path: string): TextPage {
  return { ...guide, description: guide.metaDescription, path };
}

async function createAnswer(page: TextPage, origin: string): Promise<HttpAnswer> {
  return {
    status: 200,
    type: 'text/markdown; charset=utf-8',
    body: await formatMarkdown(page, origin),
    caching: 'shared',
    headers: {
      Vary: 'Accept, Accept-Encoding',
      'X-Robots-Tag': 'noindex',
      Link: `<${origin}${encodeURI(page.path)}>; rel="canonical"`,
    },
  };
}

/** Whether `Accept` names Markdown, and no less than HTML (RFC 9110, section 12.5.1). */
export function prefersMarkdown(accept = ''): boolean {
  const weights = parseWeights(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
