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
  const redirect = findRedirect(store, path, now);
  return found(redirect === undefined ? [] : [redirect]);
}
