/**
 * Forbids addresses of the site and of its calls as string literals outside of their one home,
 * `src/site/addresses.ts`, and those of social networks outside of `src/site`. An address that is built in one
 * place can be changed in one place, and none can be mistyped. Tests say addresses in full, as readers do.
 */
import type { ESTree } from 'vite';
import { type Finding, isCode, isTest, type SourceFile } from './source-file.ts';
import { lineAt, listNodes } from './syntax.ts';

type Rule = { readonly address: RegExp; readonly homes: RegExp; readonly reason: string };

const RULES: readonly Rule[] = [
  {
    address:
      /^\/(?:(?:api|category|media|social)\/|(?:articles|search|sitemap|digitalmarketingnews|google-ads-coupon-codes|db-setup-help)(?![\w-]))/,
    homes: /^src\/(?:site\/(?:addresses|legacy-paths)\.ts|routes\.tsx?|contract\/.*)$/,
    reason: 'build it with src/site/addresses.ts',
  },
  {
    address: /https:\/\/(?:www\.)?(?:twitter|x|facebook|linkedin|instagram)\.com\b/,
    homes: /^src\/site\//,
    reason: 'take it from src/site',
  },
];

export function checkAddresses(files: readonly SourceFile[]): Finding[] {
  return files.filter((file) => isCode(file) && !isTest(file)).flatMap(checkFile);
}

function checkFile(file: SourceFile): Finding[] {
  const rules = RULES.filter(({ homes }) => !homes.test(file.path));
  return listNodes(file).flatMap((node) => {
    const text = findText(node);
    const broken = rules.find(({ address }) => text !== undefined && address.test(text));
    if (broken === undefined) return [];
    const line = lineAt(file.text, node.start);
    return [{ path: file.path, line, message: `spells "${text}"; ${broken.reason}` }];
  });
}

function findText(node: ESTree.Node): string | undefined {
  if (node.type === 'TemplateElement') return node.value.raw;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
