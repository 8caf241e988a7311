import { createSeededRandom } from '../packages/marketing-workbench/src/ui/cover/random.ts';

/** Words other than stop words: as many as real texts of this size have. */
const VOCABULARY = 200_000;
const TOPICS = 2_000;
const TOPIC_WORDS = 40;
const STOP_WORD_SHARE = 0.45;
const TOPIC_SHARE = 0.15;
const INFLECTED_SHARE = 0.15;

const STOP_WORDS =
  'the of and to a in is that for it you on with as be are your this or at by not from have an they can if will more'.split(
    ' ',
  );

export type ProseGenerator = {
  /** A whole number from 0 to below `limit`. */
  readonly number: (limit: number) => number;
  readonly words: (count: number) => string;
  readonly topicWord: () => string;
  readonly commonWord: () => string;
};

/**
 * Made-up words with the frequencies of a language (Zipf's law), which often repeat the words of
 * one of many topics. The same seed and topic always give the same sequence.
 */
export function createProse(seed: number, topic: number): ProseGenerator {
  const random = createSeededRandom(seed);
  const ownWords = listTopicWords(topic % TOPICS);
  const topicWord = () => ownWords[Math.floor(ownWords.length * random() ** 2)] ?? '';
  const commonWord = () => nameWord(Math.floor(VOCABULARY ** random()) - 1);
  const word = () => {
    const kind = random();
    if (kind < STOP_WORD_SHARE)
      return STOP_WORDS[Math.floor(STOP_WORDS.length ** random() - 1 + random())] ?? 'the';
    const stem = kind < STOP_WORD_SHARE + TOPIC_SHARE ? topicWord() : commonWord();
    return random() < INFLECTED_SHARE ? `${stem}s` : stem;
  };
  return {
    topicWord,
    commonWord,
    number: (limit) => Math.floor(random() * limit),
    words: (count) => Array.from({ length: count }, word).join(' '),
  };
}

function listTopicWords(number: number): readonly string[] {
  const random = createSeededRandom(1_000 + number);
  const nameTopicWord = () => nameWord(Math.floor(100 * (VOCABULARY / 400) ** random()));
  return Array.from({ length: TOPIC_WORDS }, nameTopicWord);
}

const SYLLABLES = Array.from('bcdfghklmnprstvz').flatMap((consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
);

/** Returns the word of a frequency rank. Frequent words are shorter. */
function nameWord(rank: number): string {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}
