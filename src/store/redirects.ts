import { applyRedirect, listRedirectSources, type Redirect, type RedirectAnswer } from '../site/redirects.ts';
import type { Row } from './database.ts';
import { readInteger, readOptionalText, readText } from './rows.ts';
import type { Store } from './store.ts';

/** An exact rule wins over prefix rules, a longer prefix over a shorter. */
export function findRedirect(store: Store, path: string, now: number): RedirectAnswer | undefined {
  const sources = listRedirectSources(path);
  const row = store.index.get(
    `SELECT source, is_prefix, status, target, active_from FROM redirects
     WHERE source IN (SELECT value FROM json_each(:sources)) AND (is_prefix OR source = :path)
       AND active_from <= :now
     ORDER BY is_prefix, length(source) DESC LIMIT 1`,
    { sources: JSON.stringify(sources), path: sources[0] ?? path, now },
  );
  return row && applyRedirect(parseRedirect(row), path);
}

function parseRedirect(row: Row): Redirect {
  const to = readOptionalText(row, 'target');
  return {
    from: readText(row, 'source'),
    isPrefix: readInteger(row, 'is_prefix') === 1,
    status: parseStatus(readInteger(row, 'status')),
    ...(to !== undefined && { to }),
    activeFrom: readInteger(row, 'active_from'),
  };
}

function parseStatus(status: number): Redirect['status'] {
  if (status === 301 || status === 302 || status === 410) return status;
  throw new Error(`The row has the status ${status}, which no redirect has.`);
}
