/** Forbids certain texts in files. Each rule says where it applies and what to do instead. */
import { listFixedPages } from '../../packages/marketing-workbench/src/site/catalogue.ts';
import { type CodeFinding, isCode, isTest, type RepositoryFile } from './source-tree.ts';

type TextRule = {
  readonly pattern: RegExp;
  readonly appliesTo: (file: RepositoryFile) => boolean;
  readonly message: string;
};

/** Paths of one segment, without the slash. */
const OWN_PAGES = [
  ...listFixedPages().flatMap(({ path }) => (path === '/' ? [] : path.slice(1))),
  'digitalmarketingnews',
  'google-ads-coupon-codes',
];

const RULES: readonly TextRule[] = [
  {
    // Addresses are built in one place. Tests spell them out, as readers do.
    pattern: new RegExp(
      `^(?!\\s*(?://|/?\\*)).*['"\`}]/(?:(?:api|category|media|social)/|(?:${OWN_PAGES.join('|')})(?![\\w-]))`,
    ),
    appliesTo: (file) =>
      isProduct(file) &&
      !/^src\/(?:site\/(?:addresses|default-site)\.ts|routes\.tsx?|contract\/.*)$/.test(file.path),
    message: 'contains an address of the site; build it with src/site/addresses.ts',
  },
  {
    pattern: /https:\/\/(?:www\.)?(?:twitter|x|facebook|linkedin|instagram)\.com\b/,
    appliesTo: (file) => isProduct(file) && !file.path.startsWith('src/site/'),
    message: 'contains the address of a social network; take it from src/site',
  },
  {
    pattern: /(?<![\w.~-])\/work\/|\/tmp\/bash/,
    appliesTo: isShared,
    message: 'contains a path of one machine; make it relative or configurable',
  },
  {
    pattern:
      /\bregistry\.[a-z]+\.(?:com|dev|io|net|org)\b|\bdeb\.[a-z]+\.org\b|"resolved":\s*"https?:/,
    appliesTo: isShared,
    message: 'contains the host of a package registry; leave it out',
  },
  {
    pattern: /\bas an AI\b|\bthis session\b|\bhelper agents?\b|\bClaude\b/i,
    appliesTo: (file) => isShared(file) && !file.path.startsWith('site/content/'),
    message: 'mentions how it was written; delete that',
  },
  {
    pattern: /^[^'"`]*(?:\/\/|\*).*\b(?:TODO|FIXME)\b/,
    appliesTo: isCode,
    message: 'notes work to do; do it, or file an issue',
  },
  {
    pattern:
      /^\s*\/\/\s*(?:(?:import|export|const|let|var|return|await|if|for|throw|expect)\b.*[;{]|[\w.]+\(.*\);)\s*$/,
    appliesTo: isCode,
    message: 'keeps code in a comment; delete it',
  },
  {
    pattern: /^\s*(?:\/\/|\/\*+)\s*@ts-(?:ignore|expect-error|nocheck)/,
    appliesTo: isCode,
    message: 'silences the type checker; correct the types',
  },
];

/** Reports each file once for each rule: every line of a lock file could break the same one. */
export function checkTexts(files: readonly RepositoryFile[]): CodeFinding[] {
  return files.flatMap((file) => {
    const rules = RULES.filter(({ appliesTo }) => appliesTo(file));
    const lines = rules.length === 0 ? [] : file.text.split('\n');
    return rules.flatMap(({ pattern, message }) => {
      const index = lines.findIndex((line) => pattern.test(line));
      return index === -1 ? [] : [{ path: file.path, line: index + 1, message }];
    });
  });
}

function isProduct(file: RepositoryFile): boolean {
  return isCode(file) && !isTest(file) && !file.path.startsWith('checks/');
}

/** This file, its test and a list of words contain the forbidden texts. */
function isShared({ path }: RepositoryFile): boolean {
  return !/^(?:checks\/rules\/(?:text-rules|checks\.test)\.ts|src\/search\/english-words\.txt)$/.test(
    path,
  );
}
