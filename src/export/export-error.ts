/** The message says what to do. */
export class ExportError extends Error {
  override name = 'ExportError';
}
