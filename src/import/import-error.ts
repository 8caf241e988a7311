/** The message says what to do. */
export class ImportError extends Error {}
