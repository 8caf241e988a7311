import { z } from 'zod';
import { date } from './texts/text-keys.ts';
import { SETTING_LIMITS } from './value-limits.ts';
import { explain, line, list, parseYamlFile, type SettingFile, strict } from './yaml.ts';

const FACTS = 'write each as "- fact: …" with its value, source, checkedAt and texts below it';
const FACT = `write the fact as a sentence of at most ${SETTING_LIMITS.fact} characters`;
const VALUE = 'write the number as the texts do, such as "0.3%", or a list of spellings';
const NEAR = 'write words that stand near the number, each as "- word"';
const SOURCE = 'write the address of the page that says so, or its name';
const TEXTS = 'write the slug of each text that says so as "- slug"';
const SLUG = 'write the slug of a text, such as keyword-match-types';

const spelling = line({ min: 1, max: SETTING_LIMITS.factSpelling, advice: VALUE });
const slugs = list(line({ min: 1, max: SETTING_LIMITS.textSlug, advice: SLUG }), TEXTS);

/**
 * Describes `facts.yaml`, which lists numbers that stand in several texts: who corrects one learns
 * where it stands.
 */
export const factsSchema = list(
  strict({
    fact: line({ min: 1, max: SETTING_LIMITS.fact, advice: FACT }),
    value: z.union([spelling, list(spelling, VALUE).nonempty({ error: `is empty; ${VALUE}` })], {
      error: explain('is neither a text nor a list of texts', VALUE),
    }),
    near: list(line({ min: 1, max: SETTING_LIMITS.factSpelling, advice: NEAR }), NEAR).default([]),
    source: line({ min: 1, max: SETTING_LIMITS.fact, advice: SOURCE }),
    checkedAt: date,
    texts: slugs,
    /** Texts in which the same number means something else. */
    except: slugs.default([]),
  }),
  FACTS,
);

type NamedText = { readonly slug: string; readonly line: number };

export type SharedFact = {
  /** The path of `facts.yaml`. */
  readonly file: string;
  readonly fact: string;
  /** Spellings of its number. */
  readonly values: readonly string[];
  /** Groups of words. All words of at least one group stand near the number. */
  readonly near: readonly string[];
  readonly checkedAt: string;
  readonly checkedLine: number;
  readonly texts: readonly NamedText[];
  readonly except: readonly NamedText[];
};

export function compileFacts(source: SettingFile) {
  const {
    value: rows = [],
    problems,
    lineOf,
  } = parseYamlFile(source, factsSchema, { empty: [], item: 'fact' });
  const facts = rows.map(({ fact, value, near, checkedAt, texts, except }, index): SharedFact => {
    const place = (key: string) => (slug: string, item: number) => ({
      slug,
      line: lineOf(index, key, item),
    });
    return {
      file: source?.file ?? '',
      fact,
      values: [value].flat(),
      near,
      checkedAt,
      checkedLine: lineOf(index, 'checkedAt'),
      texts: texts.map(place('texts')),
      except: except.map(place('except')),
    };
  });
  return { facts, problems };
}
