import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { formatSchemas } from '../content/schemas.ts';
import { DeskError } from './desk-error.ts';

export const schemas: CommandRun = async (_, { positionals: [folder = ''] }) => {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new DeskError(`${folder} is a file; name a folder.`);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(formatSchemas())) {
    await writeFile(path.join(folder, name), text);
    console.log(`${path.join(folder, name)} written`);
  }
  return 0;
};
