/** This file holds what the search knows of English beside its stemmer. */

/**
 * Stop words that the list lacks: the article, "much" and "many", which follow "how", and "per", a
 * preposition like those of the list.
 */
export const ADDED_STOP_WORDS: readonly string[] = 'a much many per'.split(' ');

/** Words that say what kind of answer a question expects. */
export const QUESTION_WORDS: readonly string[] =
  'how what when where which who whose why much many long often should can difference'.split(' ');

/** Words that turn a question into another one: “turn off”. */
export const TURNING_WORDS: readonly string[] = 'off only not without instead before after'.split(
  ' ',
);

/**
 * Irregular plurals and the words whose terms they get. If a plural has two singulars, or is also a
 * form of a verb, all these words get one term: "leaf", "leaves" and "leave".
 */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  (
    'men man, women woman, children child, feet foot, teeth tooth, geese goose, mice mouse, lice louse, oxen ox, people person, ' +
    'businessmen businessman, businesswomen businesswoman, salesmen salesman, saleswomen saleswoman, chairmen chairman, ' +
    'craftsmen craftsman, firemen fireman, fishermen fisherman, gentlemen gentleman, handymen handyman, policemen policeman, ' +
    'spokesmen spokesman, tradesmen tradesman, workmen workman, grandchildren grandchild, dormice dormouse, ' +
    'wolves wolf, knives knife, wives wife, housewives housewife, lives life, shelves shelf, bookshelves bookshelf, halves half, ' +
    'calves calf, loaves loaf, thieves thief, scarves scarf, hooves hoof, elves elf, dwarves dwarf, selves self, wharves wharf, ' +
    'leaf leave, analysis analyses, axis axes, basis bases, crisis crises, diagnosis diagnoses, emphasis emphases, ' +
    'hypothesis hypotheses, oasis oases, parenthesis parentheses, prognosis prognoses, synopsis synopses, synthesis syntheses, ' +
    'ellipsis ellipses, metamorphosis metamorphoses, neurosis neuroses, paralysis paralyses, theses thesis, ' +
    'criteria criterion, phenomena phenomenon, automata automaton, bacteria bacterium, curricula curriculum, errata erratum, ' +
    'addenda addendum, memoranda memorandum, millennia millennium, referenda referendum, strata stratum, symposia symposium, ' +
    'stadia stadium, aquaria aquarium, spectra spectrum, consortia consortium, honoraria honorarium, corpora corpus, ' +
    'genera genus, maxima maximum, minima minimum, optima optimum, datum data, schemata schema, stigmata stigma, ' +
    'larvae larva, formulae formula, antennae antenna, vertebrae vertebra, algae alga, nebulae nebula, alumnae alumna, ' +
    'alumni alumnus, cacti cactus, fungi fungus, foci focus, nuclei nucleus, radii radius, stimuli stimulus, syllabi syllabus, ' +
    'termini terminus, bacilli bacillus, octopi octopus, indices index, matrices matrix, appendices appendix, vertices vertex, ' +
    'vortices vortex, codices codex, plateaux plateau, bureaux bureau, tableaux tableau, gateaux gateau, quizzes quiz'
  )
    .split(', ')
    .map((pair): [string, string] => {
      const [form = '', word = ''] = pair.split(' ');
      return [form, word];
    }),
);
