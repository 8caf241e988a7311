/**
 * Forbids what is true of one machine or one day instead of the product: absolute paths of somebody's disk,
 * hosts that packages were downloaded from, and talk of how a text came to be written. A clone must mean the
 * same everywhere. Articles may use any word.
 */
import type { Finding, SourceFile } from './source-file.ts';
import { lineAt } from './syntax.ts';

type Rule = { readonly pattern: RegExp; readonly what: string; readonly inContent: boolean };

const RULES: readonly Rule[] = [
  { pattern: /(?<![\w.~-])\/work\/|\/tmp\/bash/, what: 'a path of one machine', inContent: true },
  {
    pattern: /\bregistry\.[a-z]+\.(?:com|dev|io|net|org)\b|\bdeb\.[a-z]+\.org\b|"resolved":\s*"https?:/,
    what: 'the host of a package registry',
    inContent: true,
  },
  {
    pattern: /\bas an AI\b|\bthis session\b|\bhelper agents?\b|\bClaude\b/i,
    what: 'how it was written',
    inContent: false,
  },
];

/** This check and its test, which must spell what they forbid. */
const ITSELF = /^checks\/product-only\./;

/** Reports each file once for a rule: a lock file would say the same on every line. */
export function checkProductOnly(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => !ITSELF.test(path))
    .flatMap(({ path, text }) =>
      RULES.flatMap(({ pattern, what, inContent }) => {
        const match = path.startsWith('content/') && !inContent ? null : pattern.exec(text);
        if (match === null) return [];
        return [{ path, line: lineAt(text, match.index), message: `names ${what}: "${match[0]}"` }];
      }),
    );
}
