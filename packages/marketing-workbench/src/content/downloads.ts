import { DOWNLOAD_TYPES } from '../site/downloads.ts';
import { type ContentFinding, listMessages } from './content-finding.ts';
import { decodeText, readContentFile, readContentFileAgain } from './content-folder.ts';
import { createPublishedName, readExtension } from './file-names.ts';
import { describeBytes, formatShortHash, type MediaFile } from './images/encode-image.ts';

export type Download = {
  /** The name in the media records, with a hash of the bytes: `3f2a…-budget.xlsx`. */
  readonly name: string;
  readonly bytes: number;
};

/** Downloads by their path in the content folder; undefined for a file with a problem. */
export type DownloadsByFile = ReadonlyMap<string, Download | undefined>;

export type ReadDownloads = {
  readonly downloads: DownloadsByFile;
  readonly media: ReadonlyMap<string, MediaFile>;
  readonly problems: readonly ContentFinding[];
};

/** Checks each file, but keeps no bytes in memory: they are read again when they are published. */
export function readDownloads(
  files: readonly string[],
  folder: string,
  language: string,
): ReadDownloads {
  const downloads = new Map<string, Download | undefined>();
  const media = new Map<string, MediaFile>();
  const problems: ContentFinding[] = [];
  for (const file of files) {
    const source = readContentFile(folder, file);
    const messages = 'message' in source ? [source.message] : listFileProblems(file, source.bytes);
    problems.push(...messages.map((message) => ({ file, message })));
    if ('message' in source || messages.length > 0) {
      downloads.set(file, undefined);
      continue;
    }
    const bytes = describeBytes(source.bytes, () => readContentFileAgain(folder, file));
    const extension = readExtension(file);
    const name = `${formatShortHash(bytes)}-${createPublishedName(file, language)}${extension}`;
    downloads.set(file, { name, bytes: bytes.size });
    media.set(file, { name, type: DOWNLOAD_TYPES.get(extension) ?? '', bytes });
  }
  return { downloads, media, problems };
}

function listFileProblems(file: string, bytes: Uint8Array): readonly string[] {
  const problem = findDownloadProblem(file, bytes);
  return problem === undefined ? [] : [problem];
}

/** Says that the bytes are not of the type that the file's name promises, or returns undefined. */
export function findDownloadProblem(file: string, bytes: Uint8Array): string | undefined {
  return findContentProblem(readExtension(file), Buffer.from(bytes));
}

/** Bytes that every archive of the format contains, such as the name of a folder. */
const ARCHIVE_PARTS: ReadonlyMap<string, string> = new Map([
  ['.docx', 'word/'],
  ['.ods', DOWNLOAD_TYPES.get('.ods') ?? ''],
  ['.odt', DOWNLOAD_TYPES.get('.odt') ?? ''],
  ['.pptx', 'ppt/'],
  ['.xlsx', 'xl/'],
  ['.zip', ''],
]);
const ARCHIVE = 'PK\u0003\u0004';
const PDF = '%PDF-';

/**
 * Finds bytes that are not of the named type: people rename files, and a download may have saved an
 * error page.
 */
function findContentProblem(extension: string, bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'is empty; save it again';
  const type = extension.slice(1).toUpperCase();
  const other = `is not ${type}, as its name says; save it as ${type}, or give it the ending of what it is`;
  const part = ARCHIVE_PARTS.get(extension);
  if (extension === '.pdf') return bytes.indexOf(PDF) === 0 ? undefined : other;
  if (part === undefined) return findTextProblem(extension, decodeText(bytes), other);
  return bytes.indexOf(ARCHIVE) === 0 && bytes.includes(part) ? undefined : other;
}

function findTextProblem(
  extension: string,
  text: string | undefined,
  other: string,
): string | undefined {
  const advice = extension === '.csv' ? ', which spreadsheet programs call “CSV UTF-8”' : '';
  if (text === undefined) return `is not UTF-8; save it as UTF-8${advice}`;
  const [problem] = listMessages([
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
    [/[\0-\x08\x0e-\x1f]|^\s*<(?:!doctype|html|\?xml)\b/i.test(text), other],
    [extension === '.ics' && !/^BEGIN:VCALENDAR\s/i.test(text), other],
    [extension === '.json' && !isJson(text), other],
  ]);
  return problem;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
