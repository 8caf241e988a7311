/**
 * English words that say how a sentence is built or that it is a question, and nothing of its subject. They are in the index
 * and in phrases like any other; of a query they count only where it has no other words. Contractions stand without
 * their apostrophe, as words are folded.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any anybody anyone anything are arent as at be became because
  become been before being below best better between both but by came can cannot cant could couldnt did didnt do does doesnt doing done
  dont down concerning describe during each eg either else etc ever every everyone everything exist exists explain few find for from further get gets getting give given
  gives go goes going good got had hadnt has hasnt have havent having he hello her here hers herself hi him himself his how
  however i id ie if ill im in into is isnt it its itself ive just know let lets like make makes many may maybe me mean means
  might mine more most much must my myself need needs neither no nor not of off often ok on once one ones only onto or other
  others ought our ours ourselves out over own per perhaps please quite rather really regarding same shall she should shouldnt so some
  somebody someone something such take takes tell than thank thanks that thats the their theirs them themselves then there
  theres these they theyre this those though through thus to too toward towards under until up upon us use used uses using
  very via want wants was wasnt way ways we well were werent what whatever whats when where whereas wheres whether which while
  who whom whos whose why will with within without wont would wouldnt yes yet you youd youll your youre yours yourself`.split(
    /\s+/,
  ),
);

/** Takes a folded word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Of these words those that say what kind of answer a question wants. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'how what when where which who whose why much many should can'.split(' '),
);

/** Takes a folded word. */
export function isQuestionWord(word: string): boolean {
  return QUESTION_WORDS.has(word);
}
