import { findLanguage, type Language } from '../search-engine/language.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import {
  type AuditedSite,
  findInText,
  isArticle,
  listShownTexts,
  type ShownText,
} from './audited-site.ts';
import type { AuditFinding } from './rules.ts';
import { listNearDuplicates } from './wording.ts';

/** Finds articles that answer one question, and subjects that are named without a link. */
export function checkSubjects(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site).filter(isArticle);
  const language = findLanguage(site.settings.language);
  const copies = new Set(listNearDuplicates(texts).map(({ text }) => text.file));
  return [
    ...checkQuestions(
      texts.filter(({ file }) => !copies.has(file)),
      language,
    ),
    ...checkOpportunities(texts, site, language),
  ];
}

/** Words that say what kind of text it is, not what it is about. */
const FORMS = new Set(
  'guide tip write make set get start best good new simple easy quick complete work explain step thing need know help avoid choose find small busines owner'
    .split(' ')
    .map(findLanguage('en').termOf),
);

/** Minimum share of the weight of all terms of two titles that both have. */
const OVERLAP_MIN = 0.7;
const HEADINGS_MIN = 0.3;
const OVERLAP_WITH_HEADINGS_MIN = 0.55;

type TitleProfile = {
  readonly text: ShownText;
  readonly terms: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
};

function listContentTerms(text: string, language: Language): readonly string[] {
  return listWords(text, language)
    .filter((word) => !language.isStopWord(word))
    .map(language.termOf);
}

function checkQuestions(texts: readonly ShownText[], language: Language): readonly AuditFinding[] {
  const profiles = texts.map(
    (text): TitleProfile => ({
      text,
      terms: new Set(
        listContentTerms(text.record.title, language).filter((term) => !FORMS.has(term)),
      ),
      headings: new Set(
        text.headings.flatMap((heading) => listContentTerms(heading.text, language)),
      ),
    }),
  );
  const counts = new Map<string, number>();
  for (const { terms } of profiles)
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  // A rare word says more about the subject than one that is in every title.
  const weigh = (term: string) => Math.log(1 + (2 * profiles.length) / (counts.get(term) ?? 1));
  const byTerm = new Map<string, TitleProfile[]>();
  return profiles.flatMap((profile) => {
    const rarest = [...profile.terms]
      .toSorted((one, other) => weigh(other) - weigh(one))
      .slice(0, 3);
    const candidates = new Set(rarest.flatMap((term) => byTerm.get(term) ?? []));
    for (const term of profile.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), profile]);
    const rival = [...candidates].find((other) => isSameQuestion(profile, other, weigh));
    if (rival === undefined) return [];
    const message = `“${profile.text.record.title}” answers nearly the same question as “${rival.text.record.title}” (${rival.text.file})`;
    return [findInText('same-question', profile.text, 'title', message)];
  });
}

function isSameQuestion(
  one: TitleProfile,
  other: TitleProfile,
  weigh: (term: string) => number,
): boolean {
  const both = listShared(one.terms, other.terms);
  if (both.length < 2) return false;
  const sum = (terms: Iterable<string>) =>
    [...terms].reduce((total, term) => total + weigh(term), 0);
  const overlap = sum(both) / sum(new Set([...one.terms, ...other.terms]));
  if (overlap >= OVERLAP_MIN) return true;
  const shared = listShared(one.headings, other.headings).length;
  const smaller = Math.min(one.headings.size, other.headings.size);
  return overlap >= OVERLAP_WITH_HEADINGS_MIN && smaller > 2 && shared / smaller >= HEADINGS_MIN;
}

function listShared(one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] {
  return [...one].filter((term) => other.has(term));
}

type LinkSubject = { readonly text: ShownText; readonly phrase: readonly string[] };

const PHRASE_WORDS_MAX = 6;
const OPPORTUNITIES_MAX = 3;

function checkOpportunities(
  texts: readonly ShownText[],
  site: AuditedSite,
  language: Language,
): readonly AuditFinding[] {
  const byStart = Map.groupBy(
    listLinkSubjects(texts, language),
    ({ phrase: [one, two] }) => `${one} ${two}`,
  );
  return texts.flatMap((text) => {
    const linked = new Set(
      text.links.flatMap(({ href }) => {
        const own = site.parseOwn(href, text.address);
        return own === undefined ? [] : [site.follow(own).address];
      }),
    );
    const found: AuditFinding[] = [];
    for (const { subject, line, words } of listMentions(text, byStart, language)) {
      const { address } = subject.text;
      if (address === text.address || linked.has(address) || found.length === OPPORTUNITIES_MAX)
        continue;
      linked.add(address);
      const message = `“${words}” is the subject of ${subject.text.file}; link to ${address}`;
      found.push(findInText('link-opportunity', text, line, message));
    }
    return found;
  });
}

/**
 * Lists what each text is about, by its address and its title. A subject of several texts is none.
 */
function listLinkSubjects(texts: readonly ShownText[], language: Language): readonly LinkSubject[] {
  const all = texts.flatMap((text) => {
    const { slug, title } = text.record;
    const [before = ''] = title.split(/[:?!(–—,]/);
    const subject = before.replace(/^(?:how to|what (?:is|are)|why|when to|the|an?|your)\s+/i, '');
    return [slug.replaceAll('-', ' '), subject].flatMap((words): LinkSubject[] => {
      const phrase = listWords(words, language).map(language.termOf);
      const telling = listContentTerms(words, language).filter((term) => !FORMS.has(term));
      const isPhrase =
        phrase.length >= 2 && phrase.length <= PHRASE_WORDS_MAX && telling.length >= 2;
      return isPhrase ? [{ text, phrase }] : [];
    });
  });
  return [...Map.groupBy(all, ({ phrase }) => phrase.join(' ')).values()].flatMap((subjects) => {
    const [first] = subjects;
    return first !== undefined && subjects.every(({ text }) => text === first.text) ? [first] : [];
  });
}

function* listMentions(
  text: ShownText,
  byStart: ReadonlyMap<string, readonly LinkSubject[]>,
  language: Language,
) {
  for (const { text: passage, line } of text.unlinked) {
    for (const sentence of passage.matchAll(/[^.!?;:¦()“”"]+/g)) {
      const words = listWords(sentence[0], language);
      const terms = words.map(language.termOf);
      for (const [start, term] of terms.entries()) {
        const subjects = byStart.get(`${term} ${terms[start + 1]}`) ?? [];
        const subject = subjects.find(({ phrase }) =>
          phrase.every((one, offset) => terms[start + offset] === one),
        );
        if (subject === undefined) continue;
        const above = passage.slice(0, sentence.index).split('\n').length - 1;
        yield {
          subject,
          line: line + above,
          words: words.slice(start, start + subject.phrase.length).join(' '),
        };
      }
    }
  }
}
