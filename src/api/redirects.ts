import { PATH_MAX_LENGTH } from '../site/limits.ts';
import type { RedirectAnswer } from '../site/redirects.ts';
import { findRedirect } from '../store/redirects.ts';
import { type ApiAnswer, BadInputError, found } from './answer.ts';
import type { ApiContext, ApiRequest } from './request.ts';

/** The rule for a path, in a list that is empty where there is none: that is no failure. */
export function readRedirects(
  { store }: ApiContext,
  { query, now }: ApiRequest,
): ApiAnswer<readonly RedirectAnswer[]> {
  const path = query.get('path') ?? '';
  if (!path.startsWith('/'))
    throw new BadInputError('path is missing; it takes a path such as /seo/local-seo.');
  if (path.length > PATH_MAX_LENGTH)
    throw new BadInputError(`path is too long; it takes at most ${PATH_MAX_LENGTH} characters.`);
  const redirect = findRedirect(store, path, now);
  return found(redirect === undefined ? [] : [redirect]);
}
