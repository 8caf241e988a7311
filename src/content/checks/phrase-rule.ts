import type { ContentProblem } from '../content-problem.ts';
import { findLine } from '../markdown/passages.ts';
import type { Standard } from '../standard.ts';
import type { TextDocument } from '../texts/text-document.ts';

/** No letter, and no space. */
const BETWEEN_TEXTS = '\u0000';

const SHOWN_KEYS = ['title', 'excerpt', 'metaDescription'] as const;

/** No text but a draft has a phrase that the standard forbids: in its body, its alt texts or its front matter. */
export function checkPhrases(
  document: TextDocument,
  standard: Standard | undefined,
): readonly ContentProblem[] {
  if (standard === undefined || document.sound.draft === true) return [];
  const texts = listShownTexts(document);
  // One look at all of them tells which phrases are to be looked for in each: mostly none.
  const all = texts.map(({ text }) => text).join(BETWEEN_TEXTS);
  const found = standard.forbiddenPhrases.filter(({ pattern }) => all.search(pattern) !== -1);
  return texts.flatMap((shown) =>
    found.flatMap(({ reason, pattern }) =>
      [...shown.text.matchAll(pattern)].map(({ 0: phrase, index }) => ({
        file: document.file,
        line: findLine(shown, index),
        message: `says “${phrase.replace(/\s+/g, ' ')}”, which ${reason}`,
      })),
    ),
  );
}

function listShownTexts({ sound, lineOf, body }: TextDocument) {
  const keys = SHOWN_KEYS.flatMap((key) => {
    const text = sound[key];
    return text === undefined ? [] : [{ line: lineOf(key), text }];
  });
  return [...keys, ...body.passages];
}
