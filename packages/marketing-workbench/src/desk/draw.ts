import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { type ContentFinding, formatFinding } from '../content/content-finding.ts';
import { readContentFile } from '../content/content-folder.ts';
import { formatCount } from '../content/format-count.ts';
import { parseYamlFile } from '../content/yaml.ts';
import { DRAWINGS_SCHEMA } from './drawings/description.ts';
import { drawForm } from './drawings/draw-form.ts';
import { readFolder } from './read-folder.ts';

export const draw: CommandRun = async ({ contentDir }) => {
  const { drawings, problems } = listDrawings(contentDir);
  for (const problem of problems) console.error(formatFinding(problem));
  if (problems.length > 0) return 1;
  const parent = path.dirname(path.resolve(contentDir));
  for (const [file, svg] of drawings) writeFileSync(path.join(parent, file), svg);
  console.log(`${formatCount(drawings.size, 'drawing')} written.`);
  return 0;
};

/** Draws what the descriptions of the folder describe, by the path of the file to write. */
export function listDrawings(contentDir: string) {
  const { name, files, texts } = readFolder(contentDir);
  const drawings = new Map<string, string>();
  const problems: ContentFinding[] = [];
  for (const file of files) {
    if (path.dirname(file) !== `${name}/drawings`) continue;
    const slug = path.basename(file, '.yaml');
    const text = texts.find(({ place }) => place.slug === slug);
    const parsed = parseYamlFile(readContentFile(contentDir, file), DRAWINGS_SCHEMA);
    problems.push(...parsed.problems);
    if (text === undefined)
      problems.push({
        file,
        message: `does not have the name of a text; name the file after the slug of the text that shows the drawings`,
      });
    for (const [end, form] of Object.entries(parsed.value ?? {}))
      drawings.set(`${path.dirname(text?.file ?? '')}/${slug}-${end}.svg`, drawForm(form));
  }
  return { drawings, problems };
}
