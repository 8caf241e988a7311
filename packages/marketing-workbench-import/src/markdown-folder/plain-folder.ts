import { joinPath } from '../permalinks.ts';
import { type OldPage, type Program, readFileName, type SourceTextFile } from './page.ts';
import { findFirstText } from './read-values.ts';

/** Creates the rules of a folder of Markdown without a program, where paths are addresses. */
export function createPlainFolder(): Program {
  return {
    findPage: findPlainPage,
    staticFolders: ['', 'static', 'public', 'assets', 'images', 'attachments'],
    listArchives: () => [],
  };
}

function findPlainPage(file: SourceTextFile): OldPage | undefined {
  if (!/\.(?:mdx?|markdown)$/i.test(file.path)) return undefined;
  const route = file.path.replace(/\.\w+$/, '').replace(/(?:^|\/)(?:index|readme)$/i, '');
  const written = findFirstText(file.values, 'permalink', 'url', 'slug');
  const parts = route.split('/');
  const name = parts.pop() ?? '';
  const address = written.startsWith('/') ? written : joinPath(...parts, written || name);
  const isPost =
    file.date !== undefined || /(?:^|\/)(?:_?posts?|blog|articles?)\//i.test(file.path);
  return {
    kind: isPost ? 'post' : 'page',
    slug: readFileName(address.replace(/\/$/, '').split('/').at(-1) ?? '').words || 'home',
    addresses: [address, ...(written === '' ? [joinPath(...parts, `${name}.html`)] : [])],
    categories: parts
      .slice(0, 1)
      .filter((part) => !/^(?:_?posts?|blog|articles?|content|\d+)$/i.test(part)),
  };
}
