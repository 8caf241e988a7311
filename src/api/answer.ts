/** What a call answers; how it travels is the server's matter. */
export type ApiAnswer<Body = unknown> =
  | {
      readonly kind: 'found';
      readonly body: Body;
      /** All that match, of a list that may be asked for page by page. */
      readonly total?: number;
      /** Changes without the content changing: must not be kept anywhere. */
      readonly isVolatile?: boolean;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'absent'; readonly message: string }
  | { readonly kind: 'bad-input'; readonly message: string };

/** Thrown where a parameter can't be used; the message names it and says what it takes. */
export class BadInputError extends Error {
  override name = 'BadInputError';
}

export function found<Body>(body: Body): ApiAnswer<Body> {
  return { kind: 'found', body };
}

/** `what` is named in the message, for example "post". */
export function foundOrAbsent<Body>(body: Body | undefined, what: string): ApiAnswer<Body> {
  return body === undefined ? { kind: 'absent', message: `There is no such ${what}.` } : found(body);
}
