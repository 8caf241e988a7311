/** Words of scripts without spaces are found by the dictionaries of ICU, which come with Node. */

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns true if a text has letters of a script that puts no spaces between words. */
export function isSpaceless(text: string): boolean {
  return SPACELESS.test(text);
}

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a run of letters. The dictionaries are the same for every language. */
export function segmentWords(run: string): Iterator<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter.segment(run)[Symbol.iterator]();
}
