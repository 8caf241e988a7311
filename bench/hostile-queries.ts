import { createQueries } from './large-library.ts';

/** What nobody types to find something, by what it is. */
export const HOSTILE_QUERIES: ReadonlyMap<string, string> = new Map([
  ['1,000 quotes', '"'.repeat(1_000)],
  ['200 stars', '*'.repeat(200)],
  ['parentheses', `((((${'('.repeat(90)}the) OR (${')'.repeat(90)}`],
  ['emoji', '🦓'.repeat(200)],
  ['right to left', 'שלום עולם مرحبا '.repeat(12)],
  ['letters', Array.from({ length: 100 }, (_, place) => String.fromCharCode(97 + (place % 26))).join(' ')],
  ['one letter', 'a '.repeat(100)],
  ['one stop word', 'the '.repeat(50)],
  [
    'stop words',
    'the of and to a in is that for it you on with as are your this or at by not from have they can if',
  ],
  [
    'phrase of stop words',
    '"the of and to a in is that for it you on with as are your this or at by not from"',
  ],
  ['phrase of one word', `"${'the '.repeat(49)}"`],
  [
    'short phrases',
    '"the of" "and to" "a in" "is that" "for it" "you on" "with as" "are your" "this or" "at by"',
  ],
  ['single phrases', Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `"${letter}"`).join(' ')],
  ['many words', createQueries(60).join(' ')],
  ['many phrases', `"${createQueries(60).join('" "')}"`],
  [
    'many minus words',
    `the ${'-of -and -to -a -in -is -that -for -it -you -on -with -as -be -are -your -this -or -at -by -not -from'}`,
  ],
  [
    'many minus phrases',
    'the -"of and" -"to a" -"in is" -"that for" -"it you" -"on with" -"as be" -"are your" -"this or" -"at by"',
  ],
  ['compounds', 'on-page-in-the a/b/c/d b&c ce-fo-gu-ha ke-li-mo nu/pa re&si 3rd-party c++ c# '.repeat(2)],
  [
    'misspelled words',
    'babbx cebbx dibbx fobbx gubbx habbx kebbx libbx mobbx nubbx pabbx rebbx sibbx tobbx vubbx zabbx bebbx',
  ],
  [
    'long misspelled words',
    'babecefodigux cebabecefodigx dibabecefogux fobabecedigux gubabecefodix habecefodigubx kebabecefodigx',
  ],
  ['one long word', 'babecedifoguhakelimonuparesitovuza'.repeat(6)],
  ['letters without a space', 'x'.repeat(200)],
  ['digits', '1234567890'.repeat(20)],
  ['digits and points', '1.2,3.4,5.'.repeat(20)],
  ['apostrophes', "a'a'a'a'a'".repeat(20)],
  ['points', 'a.b.c.d.e.'.repeat(20)],
  ['accents', `zebra${'\u0301'.repeat(190)}`],
  ['prefixes', 'b c d f g h k l m n p r s t v z ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu'],
]);
