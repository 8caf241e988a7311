import { LEGACY_PATTERN } from '../../packages/marketing-workbench/src/routes.ts';
import { listCode, readTable } from './document-tables.ts';

/** Returns the patterns of a site with a guide, a page, news and authors, in their order. */
export function readSpecifiedRoutes(): readonly string[] {
  return readTable('docs/specification.md', '| Route | Screen |').map(([route = '']) => {
    if (route === 'everything else') return '*';
    const [code = ''] = listCode(route);
    return route.startsWith('legacy paths') ? LEGACY_PATTERN : code.replace(/\{(\w+)\}/g, ':$1');
  });
}
