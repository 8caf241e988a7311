/** An error whose message tells the owner of a site what to do. */
export class OwnerError extends Error {
  override name = 'OwnerError';
}
