import { globSync, readFileSync } from 'node:fs';
import { createSeededRandom } from '../src/ui/cover/random.ts';

export type Prose = {
  /** A whole number from 0 up to, without, `below`. */
  readonly number: (below: number) => number;
  /** So many words as one could follow the other, without an end. */
  readonly words: (count: number) => string;
  /** From `least` words on, up to half as many more, with a full stop. */
  readonly sentence: (least: number) => string;
};

const SEED = 20261120;
const START = '.';

/**
 * Prose in which words follow each other as they do in these Markdown files: its words, pairs and longer runs are as
 * unevenly frequent as those of a language, and no paragraph stands twice. The same every time.
 */
export function createProse(pattern: string): Prose {
  const followers = learnFollowers(pattern);
  const random = createSeededRandom(SEED);
  const number = (below: number) => Math.floor(random() * below);
  let last = START;
  const next = (): string => {
    const choices = followers.get(last) ?? [];
    const word = choices[number(choices.length)] ?? START;
    last = word;
    return word === START ? next() : word;
  };
  const words = (count: number) => Array.from({ length: count }, next).join(' ');
  return {
    number,
    words,
    sentence: (least) => {
      last = START;
      const text = words(least + number(least / 2));
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    },
  };
}

/** Every word with all that ever stood behind it, a frequent one more often. */
function learnFollowers(pattern: string): ReadonlyMap<string, readonly string[]> {
  const followers = new Map<string, string[]>();
  for (const path of globSync(pattern).toSorted()) {
    let previous = START;
    for (const [word] of readProse(path).matchAll(/[\p{L}\p{N}’']+|[.!?:|]/gu)) {
      const known = /^[.!?:|]$/.test(word) ? START : word;
      const list = followers.get(previous) ?? [];
      followers.set(previous, list);
      list.push(known);
      previous = known;
    }
  }
  return followers;
}

/** Without front matter, addresses and code. */
function readProse(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|https?|www/g, ' ');
}
