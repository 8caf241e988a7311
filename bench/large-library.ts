import { CATEGORIES } from '../src/site/categories.ts';
import type { PostRecord } from '../src/site/records.ts';
import { createSeededRandom, type Random } from '../src/ui/cover/random.ts';

const WORDS_PER_PARAGRAPH = 100;
const PARAGRAPHS = 7;
const WORDS_PER_TITLE = 8;
const DAY_MS = 86_400_000;

/** Words other than stop words: as many as real texts of this size have. */
const VOCABULARY = 200_000;
const TOPICS = 2_000;
const TOPIC_WORDS = 40;
/** Shares of the words of a text. */
const STOP_WORD_SHARE = 0.45;
const TOPIC_SHARE = 0.15;
const INFLECTED_SHARE = 0.15;

const STOP_WORDS =
  'the of and to a in is that for it you on with as be are your this or at by not from have an they can if will more'.split(
    ' ',
  );

const PLACES = CATEGORIES.flatMap(({ slug, subcategories }) =>
  subcategories.map((subcategory) => ({ category: slug, subcategory: subcategory.slug })),
);

/** A post without its text. */
export function outlinePost(number: number) {
  const place = PLACES[number % PLACES.length] ?? { category: 'seo' };
  const publishedAt = Date.UTC(2020, 0, 1) + (number % 2_000) * DAY_MS;
  return { kind: 'post', slug: `post-${number}`, ...place, publishedAt } as const;
}

/**
 * A post of made-up words with the frequencies of a language (Zipf's law). It repeats the words of one of many topics. The same
 * number always gives the same post.
 */
export function createLargeLibraryPost(number: number): PostRecord {
  return { ...createText(number), ...outlinePost(number) };
}

/** The same address with another text. */
export function createChangedPost(number: number): PostRecord {
  return { ...createLargeLibraryPost(number + 1_000_000), slug: `post-${number}` };
}

function createText(number: number) {
  const random = createSeededRandom(20261120 + number);
  const topic = listTopicWords(number % TOPICS);
  const title = createSentence(random, WORDS_PER_TITLE, topic);
  const sections = Array.from({ length: PARAGRAPHS }, (_, place) => ({
    heading: place % 2 === 0 ? createSentence(random, 4, topic) : '',
    text: createSentence(random, WORDS_PER_PARAGRAPH, topic),
  }));
  return {
    ...{ title, metaDescription: '', readTime: 4, featured: false },
    excerpt: createSentence(random, 20, topic),
    headings: sections.map(({ heading }) => heading).join('\n'),
    text: sections.map(({ text }) => text).join('\n'),
    content: sections
      .map(({ heading, text }, place) => `${heading && `<h2 id="h${place}">${heading}</h2>`}<p>${text}</p>`)
      .join(''),
  };
}

/** Queries of one to four words of a topic; some have a common word, are questions or are misspelled. */
export function createQueries(count: number): string[] {
  const random = createSeededRandom(7);
  return Array.from({ length: count }, (_, place) => {
    const topic = listTopicWords(Math.floor(random() * TOPICS));
    const words = Array.from({ length: 1 + (place % 4) }, () => pickTopicWord(random, topic));
    if (place % 3 === 0) words.push(pickCommonWord(random));
    const text = words.join(' ');
    if (place % 10 === 4) return `how much should i ${text} for my ${pickCommonWord(random)}`;
    return place % 10 === 7 ? misspell(random, text) : text;
  });
}

function misspell(random: Random, text: string): string {
  const place = Math.floor(random() * text.length);
  return `${text.slice(0, place)}q${text.slice(place + 1)}`;
}

function createSentence(random: Random, length: number, topic: readonly string[]): string {
  const words: string[] = [];
  for (let place = 0; place < length; place++) words.push(pickWord(random, topic));
  return `${words.join(' ')}.`;
}

function pickWord(random: Random, topic: readonly string[]): string {
  const kind = random();
  if (kind < STOP_WORD_SHARE)
    return STOP_WORDS[Math.floor(STOP_WORDS.length ** random() - 1 + random())] ?? 'the';
  const word = kind < STOP_WORD_SHARE + TOPIC_SHARE ? pickTopicWord(random, topic) : pickCommonWord(random);
  return random() < INFLECTED_SHARE ? `${word}s` : word;
}

function pickTopicWord(random: Random, topic: readonly string[]): string {
  return topic[Math.floor(topic.length * random() ** 2)] ?? '';
}

function pickCommonWord(random: Random): string {
  return nameWord(Math.floor(VOCABULARY ** random()) - 1);
}

const topics = new Map<number, readonly string[]>();

function listTopicWords(number: number): readonly string[] {
  const known = topics.get(number);
  if (known !== undefined) return known;
  const random = createSeededRandom(1_000 + number);
  const words = Array.from({ length: TOPIC_WORDS }, () =>
    nameWord(Math.floor(100 * (VOCABULARY / 400) ** random())),
  );
  topics.set(number, words);
  return words;
}

const SYLLABLES = Array.from('bcdfghklmnprstvz').flatMap((consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
);
const words: string[] = [];

/** The word of a frequency rank. Frequent words are shorter. */
function nameWord(rank: number): string {
  const known = words[rank];
  if (known !== undefined) return known;
  let rest = rank + SYLLABLES.length;
  let word = '';
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  words[rank] = word;
  return word;
}
