import { z } from 'zod';
import type { RedirectsRecord } from '../site/records.ts';
import { normaliseRedirectPath, type Redirect } from '../site/redirects.ts';
import { type SiteText, visibleFrom } from './checks/site.ts';
import type { ContentProblem } from './content-problem.ts';
import { explain, list, parseYamlFile, type SettingFile } from './yaml.ts';

const ROWS = 'write each as "- from: /old" with "to: /new" below it';
const FROM = 'write the old path, such as /old-page';
const TO = 'write a path such as /seo/local-seo, or a whole address with https://';
const STATUS = 'write 301 (for good), 302 (for now) or 410 (gone), or leave it out for 301';
const MATCH = 'write prefix, or leave it out for exact';

const path = z
  .string({ error: explain('is not a text', FROM) })
  .regex(/^\/[^\s?#]*$/, { error: `is not a path; ${FROM}` });
const target = z
  .string({ error: explain('is not a text', TO) })
  .regex(/^(?:\/(?!\/)|https:\/\/)\S*$/, { error: `is not a valid address; ${TO}` });
const row = z.strictObject({
  from: path,
  to: target.optional(),
  status: z.literal([301, 302, 410], { error: explain('is not a redirect status', STATUS) }).optional(),
  match: z.literal(['exact', 'prefix'], { error: explain('is not a kind of match', MATCH) }).optional(),
});

export type RedirectRow = Redirect & { readonly file: string; readonly line: number; readonly key: string };

/** `redirects.yaml`: old addresses and their targets. */
export function compileRedirects(source: SettingFile): {
  readonly redirects: readonly RedirectRow[];
  readonly problems: readonly ContentProblem[];
} {
  const { raw, problems, lineOf } = parseYamlFile(source, list(row, ROWS), []);
  const written: readonly unknown[] = Array.isArray(raw) ? raw : [];
  // Valid rows are checked over the whole site even if another row is invalid.
  const redirects = written.flatMap((item, index): RedirectRow[] => {
    const { data } = row.safeParse(item);
    if (data === undefined) return [];
    const { from, to, status = 301, match = 'exact' } = data;
    return [
      {
        ...{ from: normaliseRedirectPath(from), to, status, isPrefix: match === 'prefix', activeFrom: 0 },
        ...{ file: source?.file ?? '', line: lineOf(index, 'from'), key: `from ${from}` },
      },
    ];
  });
  return { redirects, problems };
}

/** The aliases of articles. Each redirects to its article from the time that the article is published. */
export function listAliases(documents: readonly SiteText[]): readonly RedirectRow[] {
  return documents.flatMap((document) => {
    const { file, address, sound, lines } = document;
    if (address === undefined || sound.draft === true) return [];
    return (sound.aliases ?? []).map((alias) => ({
      ...{ from: normaliseRedirectPath(alias), to: address, status: 301 as const, isPrefix: false },
      ...{ activeFrom: visibleFrom(document), file, line: lines.aliases ?? 1, key: `alias ${alias}` },
    }));
  });
}

export function createRedirectsRecord(rows: readonly RedirectRow[]): readonly RedirectsRecord[] {
  if (rows.length === 0) return [];
  const redirects = rows.map(({ file, line, key, ...redirect }) => redirect);
  return [{ kind: 'redirects', slug: 'redirects', redirects }];
}
