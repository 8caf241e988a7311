/** Names for shapes that are all alike. */
export function listPlaceholderKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `placeholder-${index}`);
}
