/** The value of `dir` of a page in this language; undefined for the usual direction. */
export function findDirection(language: string): 'rtl' | undefined {
  return new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : undefined;
}
