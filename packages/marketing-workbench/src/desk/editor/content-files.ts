import { randomUUID } from 'node:crypto';
import {
  type BigIntStats,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { createSettingsSchemas } from '../../content/compile-settings.ts';
import { decodeText, findSizeProblem, listContentFolder } from '../../content/content-folder.ts';
import {
  createPublishedName,
  findTextFile,
  isTextName,
  readExtension,
} from '../../content/file-names.ts';
import { IMAGE_TYPES, sortFiles } from '../../content/sort-files.ts';
import { FRONT_MATTER } from '../../content/texts/text-keys.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import { createFormFields } from './form-fields.ts';
import { type EditedFormat, keepFormat, showLists } from './keep-format.ts';
import { readPresentSettings } from './present-settings.ts';
import { lengthenYaml, shortenYaml } from './short-forms.ts';

export type ListedFile = {
  /** Path below the content folder, with slashes. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly version: string;
  /** The text of the file; undefined for pictures and downloads. */
  readonly text?: string | undefined;
};

/** A refused request, with the status of the answer. */
export class EditorRefusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 412 | 413;
  constructor(status: EditorRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

type EditedFolders = {
  readonly contentDir: string;
  /** Folder that gets a copy of each file before it is changed or removed. */
  readonly formerDir: string;
};

/**
 * Reads and writes the files of the content folder, and no others: no path leads out of the folder,
 * also not over a symbolic link. A change names the version that it replaces, so that no change of
 * another program is lost.
 */
export function openContentFiles({ contentDir, formerDir }: EditedFolders) {
  const root = realpathSync(contentDir);
  const locate = (file: string) => locateFile(root, file);
  const inspect = (file: string) => describeListedFile(locate(file), file);
  const keepFormer = (file: string, bytes: Uint8Array) => keepFormerFile(formerDir, file, bytes);
  /** Writes a file, which has to be new if no version is given. */
  const write = (file: string, bytes: Uint8Array, version?: string): ListedFile => {
    const place = locate(file);
    const former = expectVersion(place, version);
    const problem = findSizeProblem(file, bytes.length);
    if (problem !== undefined) throw new EditorRefusal(413, `${file} ${problem}`);
    const kept = keepTextFormat(file, former, bytes);
    if (former !== undefined && Buffer.compare(former, kept) === 0) return inspect(file);
    if (former !== undefined) keepFormer(file, former);
    replaceContentFile(place, kept);
    return inspect(file);
  };
  return {
    list: (): readonly ListedFile[] => {
      const files = listContentFolder(root)
        .files.map((file) => file.split('/').slice(1).join('/'))
        .filter(isContentFile)
        .map(spellEnding);
      return Array.from(new Set(files), inspect);
    },
    read: (file: string): Uint8Array => readExisting(locate(file)),
    write,
    /** Writes a picture under a free name like its own, and returns this name. */
    addPicture: (file: string, bytes: Uint8Array): { readonly name: string } => {
      requirePicture(file);
      const { dir, base } = path.posix.parse(file);
      const isTaken = (one: string) => findStats(locate(`${dir}/${one}`)) !== undefined;
      const name = findFreeName(base, readPresentSettings(root).language, isTaken);
      write(`${dir}/${name}`, bytes);
      return { name };
    },
    /** Copies a file that a change of several files replaces or removes, if it has this version. */
    keep: (file: string, version?: string): void => {
      const place = locate(file);
      const bytes = version === undefined ? readExisting(place) : expectVersion(place, version);
      if (bytes !== undefined) keepFormer(file, bytes);
    },
    remove: (file: string, version: string): void => {
      keepFormer(file, expectVersion(locate(file), version) ?? new Uint8Array());
      rmSync(locate(file));
    },
  };
}

function requirePicture(file: string): void {
  if (!IMAGE_TYPES.has(readExtension(file)))
    throw new EditorRefusal(403, `${file} is not a picture`);
}

function keepFormerFile(formerDir: string, file: string, bytes: Uint8Array): void {
  const { dir, name, ext } = path.parse(file);
  const time = new Date().toISOString().replaceAll(':', '.');
  mkdirSync(path.join(formerDir, dir), { recursive: true });
  writeFileSync(path.join(formerDir, dir, `${name} ${time}${ext}`), bytes);
}

/** Spells the ending of a text as the editor expects it. */
function spellEnding(file: string): string {
  return isTextName(file) ? file.replace(/\.md$/i, '.md') : file;
}

function isContentFile(file: string): boolean {
  return sortFiles([`content/${file}`]).problems.length === 0;
}

/** `Größe Foto 1.JPG` becomes `grosse-foto-1.jpg` on an English site, or `grosse-foto-1-2.jpg` if that is taken. */
function findFreeName(base: string, language: string, isTaken: (name: string) => boolean): string {
  const [name, extension] = [createPublishedName(base, language), readExtension(base)];
  for (let number = 2, free = name; ; number += 1) {
    if (!isTaken(free + extension)) return free + extension;
    free = `${name}-${number}`;
  }
}

/** Returns the file's path on this machine. Its folders exist or can be created. */
function locateFile(root: string, file: string): string {
  const wanted = file.split('/');
  const isPlain = wanted.every((segment) => /^[^.\\:\p{Cc}][^\\:\p{Cc}]{0,199}$/u.test(segment));
  if (!isPlain || wanted.length > 6)
    throw new EditorRefusal(403, `${file} is not a path of the content folder`);
  if (!isContentFile(file)) throw new EditorRefusal(403, `${file} is not a place for content`);
  const segments = findSpelling(root, file).split('/');
  const places = segments.map((_, index) => path.join(root, ...segments.slice(0, index + 1)));
  for (const [index, place] of places.entries()) {
    const stats = findStats(place);
    const isRight = index === segments.length - 1 ? stats?.isFile() : stats?.isDirectory();
    if (stats !== undefined && isRight !== true)
      throw new EditorRefusal(403, `${file} is not a regular file`);
  }
  return path.join(root, ...segments);
}

/** Finds the file that the editor means, whose ending may be in capital letters. */
function findSpelling(root: string, file: string): string {
  const folder = path.posix.dirname(file);
  const place = path.join(root, folder);
  const isThere = findStats(path.join(root, file)) !== undefined;
  if (!isTextName(file) || isThere || findStats(place)?.isDirectory() !== true) return file;
  return (
    findTextFile(
      readdirSync(place).map((name) => path.posix.join(folder, name)),
      file,
    ) ?? file
  );
}

function findStats(place: string): BigIntStats | undefined {
  return lstatSync(place, { bigint: true, throwIfNoEntry: false });
}

function formatVersion({ mtimeNs, size }: BigIntStats): string {
  return `${mtimeNs}-${size}`;
}

function describeListedFile(place: string, file: string): ListedFile {
  const stats = findStats(place);
  if (stats === undefined) throw new EditorRefusal(404, `${file} does not exist`);
  const written = isEditableText(file) ? decodeText(readFileSync(place)) : undefined;
  const text = written && showText(file, written);
  const size = Number(stats.size);
  return {
    path: file,
    size,
    modifiedMs: Number(stats.mtimeMs),
    version: formatVersion(stats),
    text,
  };
}

/** Returns the text of a file as its form needs it. */
function showText(file: string, written: string): string {
  const schema = SETTINGS_WITH_FORMS.get(file);
  if (schema !== undefined) return lengthenYaml(written, schema);
  return showLists(written, describeForm(file).lists);
}

function readExisting(place: string): Uint8Array {
  if (findStats(place) === undefined)
    throw new EditorRefusal(404, `${path.basename(place)} does not exist`);
  return readFileSync(place);
}

/**
 * Returns the present bytes, or undefined for a new file. Throws if the file has another version.
 */
function expectVersion(place: string, version: string | undefined): Uint8Array | undefined {
  const stats = findStats(place);
  if (stats === undefined && version === undefined) return undefined;
  if (stats !== undefined && formatVersion(stats) === version) return readFileSync(place);
  const name = path.basename(place);
  throw new EditorRefusal(
    412,
    `${name} has changed on the disk since it was opened; reload the page`,
  );
}

function isEditableText(file: string): boolean {
  return /\.(?:md|yaml)$/.test(file);
}

/**
 * Contents that a new text is compared with, so that it begins without the values of an empty form.
 */
const EMPTY = Buffer.from('---\n---\n');

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

function keepTextFormat(
  file: string,
  former: Uint8Array | undefined,
  bytes: Uint8Array,
): Uint8Array {
  const [before, after] = isEditableText(file)
    ? [decodeText(former ?? EMPTY), decodeText(bytes)]
    : [];
  if (before === undefined || after === undefined) return bytes;
  const { form, defaults } = describeForm(file);
  const schema = SETTINGS_WITH_FORMS.get(file);
  const wanted = schema === undefined ? after : shortenYaml(after, schema);
  const kept = Buffer.from(keepFormat(before, wanted, form, defaults));
  const hasMark = former !== undefined && Buffer.from(former).indexOf(BYTE_ORDER_MARK) === 0;
  return hasMark ? Buffer.concat([BYTE_ORDER_MARK, kept]) : kept;
}

/**
 * Returns the bytes that would be written for the values of a text's form. Empty values are left out, as
 * the editor's own serializer does.
 */
export function formatForm(
  contentDir: string,
  file: string,
  { body, ...keys }: Readonly<Record<string, unknown>>,
): Uint8Array {
  const place = locateFile(realpathSync(contentDir), file);
  const former = findStats(place) === undefined ? undefined : readFileSync(place);
  const head = stringify(keys, (_, value) => (value === '' || value === null ? undefined : value));
  const text = `---\n${head}---\n\n${typeof body === 'string' ? body : ''}\n`;
  return keepTextFormat(file, former, Buffer.from(text));
}

/** Returns how the editor shows a file. */
function describeForm(file: string): FileForm {
  const [text] = sortFiles([`content/${file}`]).texts;
  if (text !== undefined) return TEXT_FORMS[text.place.kind];
  return { form: SETTINGS_WITH_FORMS.has(file) ? 'yaml' : 'raw', lists: new Set(), defaults: {} };
}

type FileForm = {
  readonly form: EditedFormat;
  readonly lists: ReadonlySet<string>;
  readonly defaults: Readonly<Record<string, unknown>>;
};

const SETTINGS_WITH_FORMS = new Map(Object.entries(createSettingsSchemas(DEFAULT_SITE)));

const TEXT_FORMS = {
  article: describeTextForm(FRONT_MATTER.article),
  guide: describeTextForm(FRONT_MATTER.guide),
  page: describeTextForm(FRONT_MATTER.page),
  legacy: describeTextForm(FRONT_MATTER.legacy),
};

function describeTextForm(schema: z.ZodType): FileForm {
  const fields = createFormFields(schema);
  const lists = fields.filter(({ widget }) => widget === 'list').map(({ name }) => name);
  const defaults = fields.flatMap(({ name, default: value }) =>
    value === true ? [[name, value]] : [],
  );
  return { form: 'text', lists: new Set(lists), defaults: Object.fromEntries(defaults) };
}

/** Renames a complete file into place, so that nobody reads half of it. */
function replaceContentFile(place: string, bytes: Uint8Array): void {
  const folder = path.dirname(place);
  mkdirSync(folder, { recursive: true });
  const part = path.join(folder, `.${randomUUID()}`);
  writeFileSync(part, bytes, { flag: 'wx' });
  renameSync(part, place);
}
