/** A request that can't be carried out; its message says what to do instead. */
export class DeskError extends Error {
  override name = 'DeskError';
}
