/** Says what to do about the shared database. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
