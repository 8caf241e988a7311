/** An error of an export whose message tells the owner what to do. */
export class ExportError extends Error {
  override name = 'ExportError';
}
