/** How relevant each document is to a query, from 1 up; a document left out, or of 0 or less, is not. */
export type Grades = ReadonlyMap<string, number>;

export type Measures = {
  readonly 'nDCG@10': number;
  readonly MAP: number;
  readonly 'P@10': number;
  readonly MRR: number;
  readonly 'recall@24': number;
};

/** The measures of one query's ranked documents, as TREC's evaluation defines them. */
export function measureRanking(ranked: readonly string[], grades: Grades): Measures {
  const gains = ranked.map((id) => Math.max(0, grades.get(id) ?? 0));
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const relevant = Math.max(1, ideal.length);
  const hits = gains.flatMap((gain, place) => (gain > 0 ? place : []));
  const first = hits[0];
  return {
    'nDCG@10': discount(gains.slice(0, 10)) / Math.max(discount(ideal.slice(0, 10)), Number.MIN_VALUE),
    MAP: hits.reduce((sum, place, found) => sum + (found + 1) / (place + 1), 0) / relevant,
    'P@10': hits.filter((place) => place < 10).length / 10,
    MRR: first === undefined ? 0 : 1 / (first + 1),
    'recall@24': hits.filter((place) => place < 24).length / relevant,
  };
}

export function averageMeasures(all: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) =>
    all.reduce((sum, one) => sum + one[name], 0) / Math.max(1, all.length);
  return {
    'nDCG@10': mean('nDCG@10'),
    MAP: mean('MAP'),
    'P@10': mean('P@10'),
    MRR: mean('MRR'),
    'recall@24': mean('recall@24'),
  };
}

function discount(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}
