/** The texts of a German bakery, for compounds, and what its readers look for. */

export const BAKERY: Readonly<Record<string, readonly [title: string, text: string]>> = {
  vanillekipferl: ['Vanillekipferl', 'Mürbe Hörnchen mit Mandeln, noch warm in Zucker gewälzt.'],
  apfelkuchen: ['Apfelkuchen vom Blech', 'Säuerliche Äpfel auf Hefeteig, mit Streuseln.'],
  kaesekuchen: ['Käsekuchen ohne Boden', 'Quark, Eier und Zitrone; er fällt nicht zusammen.'],
  kuchen: ['Kuchen einfrieren', 'Welche Sorten das vertragen und welche nicht.'],
  hochzeitstorte: ['Hochzeitstorten bestellen', 'Drei Stockwerke, sechs Wochen vorher.'],
  vollkornbrot: ['Vollkornbrot aus Roggen', 'Ein Sauerteig, zwei Tage, eine dicke Kruste.'],
  broetchen: ['Frische Semmeln am Sonntag', 'Von sieben bis elf Uhr, mit Laugenbrezeln.'],
  brotkrume: ['Die Krume', 'Warum ein Brot großporig wird und ein anderes fein.'],
  haselnuss: ['Haselnussmakronen', 'Nur Eiweiß, Zucker und geröstete Kerne.'],
  genuss: ['Genuss mit Maß', 'Wie viel Zucker in unseren Waren steckt.'],
  preise: ['Unsere Preise', 'Was die Waren kosten, seit die Butter teurer ist.'],
  reis: ['Milchreis zum Mitnehmen', 'Im Glas, mit Zimt.'],
  weihnachten: ['Weihnachtsbäckerei', 'Was es im Advent gibt und bis wann man bestellt.'],
  kaffee: ['Filterkaffee', 'Wir rösten nicht selbst, aber nebenan.'],
};

/** Queries and the texts that a reader expects, whatever their order. */
export const BAKERY_QUERIES: readonly (readonly [query: string, expected: readonly string[]])[] = [
  ['Kipferl', ['vanillekipferl']],
  ['Kuchen', ['kuchen', 'apfelkuchen', 'kaesekuchen']],
  ['Torte', ['hochzeitstorte']],
  ['Brot', ['brotkrume', 'vollkornbrot']],
  ['Brote backen', ['brotkrume', 'vollkornbrot']],
  ['Makrone', ['haselnuss']],
  ['Brezel', ['broetchen']],
  ['Bäckerei Advent', ['weihnachten']],
  ['Teig', ['apfelkuchen', 'vollkornbrot']],
  ['Kaffee', ['kaffee']],
  ['Reis', ['reis']],
  ['Apfel', ['apfelkuchen']],
  ['Kuechen', ['kuchen', 'apfelkuchen', 'kaesekuchen']],
  ['Mandel', ['vanillekipferl']],
  ['Warenpreis', []],
];
