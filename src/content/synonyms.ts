import { z } from 'zod';
import type { SynonymsRecord } from '../site/records.ts';
import type { ContentProblem } from './content-problem.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import { line, list, strict } from './front-matter-schemas.ts';
import { parseYamlFile } from './yaml-file.ts';

const NAME = 'write a name of 1 to 60 characters, such as Google Ads';
const GROUP = 'write two names or more, such as [Google Ads, AdWords]';
const GROUPS = 'write each group as "- [one name, another name]", or [] for none';
const MEANT = 'write one name or more, such as [Google Ads]';

const name = line({ min: 1, max: 60, advice: NAME }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${NAME}`,
});

/** `synonyms.yaml`: names of one thing, and what else to look for where a certain name is typed. */
const synonymsSchema = strict({
  same: list(list(name, GROUP).min(2, { error: `is one name alone; ${GROUP}` }), GROUPS),
  also: z.record(name, list(name, MEANT).nonempty({ error: `is empty; ${MEANT}` }), {
    error: `is no list of names; write each as "PPC: [Google Ads]"`,
  }),
});

/** The one record of what readers type; none for a folder without the file, or with a wrong one. */
export function compileSynonyms(source: ContentFile | undefined): {
  readonly records: readonly SynonymsRecord[];
  readonly problems: readonly ContentProblem[];
} {
  if (source === undefined) return { records: [], problems: [] };
  const { value, problems } = parseYamlFile(source, synonymsSchema);
  if (value === undefined) return { records: [], problems };
  const names = new Map<string, Set<string>>();
  const mean = (typed: string, meant: readonly string[]) => {
    const key = typed.toLowerCase();
    names.set(key, new Set([...(names.get(key) ?? []), ...meant.filter((other) => other !== typed)]));
  };
  for (const group of value.same) for (const typed of group) mean(typed, group);
  for (const [typed, meant] of Object.entries(value.also)) mean(typed, meant);
  const entries = Array.from(names, ([typed, meant]) => ({ typed, meant: [...meant] }));
  return { records: [{ kind: 'synonyms', slug: 'synonyms', names: entries }], problems };
}
