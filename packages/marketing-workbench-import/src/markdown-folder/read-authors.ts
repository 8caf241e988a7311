import type { ArchiveFile } from '../archive.ts';
import type { ImportedOutline, SourceAuthor } from '../source.ts';
import { decodeBytes } from './decode-text.ts';
import { parseDataText } from './read-front-matter.ts';
import {
  type FrontMatterValues,
  findFirstText,
  findValue,
  isRecord,
  listTextValues,
  readRecord,
} from './read-values.ts';
import { listAuthorRecords } from './text-outline.ts';

const AUTHOR_FILES =
  /^(?:_data|data|src\/_data|blog|content)\/authors?(?:\/([\w-]+))?\.(ya?ml|json|toml)$/;
const FILE_BYTES_MAX = 1_000_000;

/** Reads the authors of texts, with their details from data files and front matter. */
export async function readAuthors(
  files: readonly ArchiveFile[],
  texts: readonly { readonly values: FrontMatterValues }[],
  outlines: readonly ImportedOutline[],
): Promise<readonly SourceAuthor[]> {
  const known = new Map<string, FrontMatterValues>();
  for (const { values } of texts)
    for (const record of listAuthorRecords(values))
      known.set(findFirstText(record, 'key', 'name', 'title'), record);
  for (const file of files)
    for (const [key, value] of await readAuthorFile(file))
      if (isRecord(value)) known.set(key, value);
  const ids = new Set(outlines.flatMap((outline) => outline.authors));
  return [...ids].map((id) => createAuthor(id, known.get(id) ?? {}));
}

/** Reads authors by their ids: those in the file, or the one after whom the file is named. */
async function readAuthorFile(file: ArchiveFile): Promise<readonly (readonly [string, unknown])[]> {
  const [, id, type = ''] = AUTHOR_FILES.exec(file.path) ?? [];
  if (type === '' || file.size > FILE_BYTES_MAX) return [];
  const name = type === 'toml' ? 'TOML' : type === 'json' ? 'JSON' : 'YAML';
  const { values = {} } = parseDataText(decodeBytes(await file.read())?.text ?? '', name);
  return id === undefined ? Object.entries(values) : [[id, values]];
}

function createAuthor(id: string, values: FrontMatterValues): SourceAuthor {
  const about = findFirstText(values, 'bio', 'about', 'description', 'title');
  const picture = findFirstText(
    values,
    'image_url',
    'imageURL',
    'avatar',
    'image',
    'picture',
    'photo',
  );
  const given = [findFirstText(values, 'first_name'), findFirstText(values, 'last_name')]
    .join(' ')
    .trim();
  const links = [
    findValue(values, 'url'),
    findValue(values, 'website'),
    ...Object.values(readRecord(findValue(values, 'socials'))),
  ]
    .flatMap(listTextValues)
    .filter((link) => /^https:\/\//.test(link));
  return {
    id,
    name: findFirstText(values, 'name', 'display_name', 'fullname') || given || id,
    ...(about !== '' && about !== id && { about }),
    ...(picture !== '' && { picture }),
    ...(links.length > 0 && { links }),
  };
}
