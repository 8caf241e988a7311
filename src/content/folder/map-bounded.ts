/** `Promise.all` over a mapping, with at most `bound` items under way at a time; results in the items' order. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  bound: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: bound }, work));
  return results;
}
