import path from 'node:path';
import { isOwnSegment, isSiteFile } from '../site/addresses.ts';
import {
  findPublicType,
  PUBLIC_FILE,
  PUBLIC_PATH,
  type PublicFiles,
} from '../site/public-files.ts';
import type { RedirectRow } from './compile-settings.ts';
import type { ContentFinding } from './content-finding.ts';
import { decodeText, formatSize, readContentFile, readContentFileAgain } from './content-folder.ts';
import { describeBytes, formatShortHash, type MediaFile } from './images/encode-image.ts';
import { findPictureProblem } from './images/picture-size.ts';
import { type CleanedSvg, cleanSvg, describeDropped } from './svg/clean-svg.ts';

const FILES_MAX = 100;
const BYTES_MAX = 1_000_000;

export type ReadPublicFiles = {
  /** Files by their address. */
  readonly files: ReadonlyMap<string, { readonly file: string; readonly media: MediaFile }>;
  /** Media names by address, for the settings of the site. */
  readonly settings: { readonly publicFiles?: PublicFiles };
  readonly problems: readonly ContentFinding[];
};

/**
 * Reads the files of the folder `public`, which are served as they are, except that what could run
 * or exhaust a browser is removed from pictures.
 */
export async function readPublicFiles(
  files: readonly string[],
  folder: string,
  now: number,
): Promise<ReadPublicFiles> {
  const read: Awaited<ReturnType<typeof readPublicFile>>[] = [];
  for (const file of files.slice(0, FILES_MAX)) read.push(await readPublicFile(file, folder, now));
  const [surplus] = files.slice(FILES_MAX);
  const message = `is one of ${files.length} files in public, over the limit of ${FILES_MAX}; remove some`;
  const found = read.flatMap((one) => one.found ?? []);
  const names = found.map(({ address, media }) => [address, media.name] as const);
  return {
    files: new Map(found.map((one) => [one.address, one])),
    settings: found.length === 0 ? {} : { publicFiles: Object.fromEntries(names) },
    problems: [
      ...read.flatMap(({ problems }) => problems),
      ...(surplus === undefined ? [] : [{ file: surplus, message }]),
    ],
  };
}

async function readPublicFile(file: string, folder: string, now: number) {
  const address = file.slice(file.indexOf('/public/') + '/public'.length);
  const source = readContentFile(folder, file);
  const error = 'message' in source ? source.message : findPublicFileError(address, source.bytes);
  if (error !== undefined || 'message' in source)
    return { problems: [{ file, message: error ?? '' }] };
  const fit = await cleanPublicPicture(findPublicType(address), source.bytes);
  if (fit.kind === 'refused') return { problems: [{ file, message: fit.message }] };
  const { bytes, dropped } = fit;
  const described = describeBytes(
    bytes,
    bytes === source.bytes ? () => readContentFileAgain(folder, file) : () => bytes,
  );
  const name = `${formatShortHash(described)}-${path.basename(file)}`;
  const left = dropped.length === 0 ? [] : [describeDropped(dropped)];
  return {
    found: { address, file, media: { name, type: PUBLIC_FILE, bytes: described } },
    problems: [
      ...left.map((message): ContentFinding => ({ file, message, rule: 'unsafeDrawings' })),
      ...listPublicFileAdvice(address, decodeText(bytes) ?? '', now).map(
        (message): ContentFinding => ({ file, message, rule: 'publicFiles' }),
      ),
    ],
  };
}

/**
 * Cleans a drawing and refuses a picture that is too large, by the type that browsers take the file
 * for.
 */
async function cleanPublicPicture(type: string, bytes: Uint8Array): Promise<CleanedSvg> {
  if (type === 'image/svg+xml') return cleanSvg(bytes);
  const message = type.startsWith('image/') ? await findPictureProblem(type, bytes) : undefined;
  return message === undefined
    ? { kind: 'clean', bytes, dropped: [] }
    : { kind: 'refused', message };
}

function findPublicFileError(address: string, bytes: Uint8Array): string | undefined {
  if (!PUBLIC_PATH.test(address))
    return 'has a name that its address can’t have; use letters, digits, hyphens, dots and underscores, with a letter or digit first';
  if (bytes.length > BYTES_MAX)
    return `is ${formatSize(bytes.length)}, over the limit of ${formatSize(BYTES_MAX)}; offer large files as downloads of a text`;
  return findAddressConflict(address);
}

function findAddressConflict(address: string): string | undefined {
  const isTaken = isSiteFile(address) || isOwnSegment(address.split('/')[1] ?? '');
  return isTaken
    ? `has the address ${address}, which the site itself answers; remove it`
    : undefined;
}

/** Finds files at the address of a page or of a redirect. */
export function listShadowing(
  { files }: ReadPublicFiles,
  pages: ReadonlyMap<string, unknown>,
  redirects: readonly Pick<RedirectRow, 'from' | 'isPrefix'>[],
): readonly ContentFinding[] {
  const taken = new Set([...pages.keys()].map((page) => page.toLowerCase()));
  return [...files].flatMap(([address, { file }]): ContentFinding[] => {
    const key = address.toLowerCase();
    const rule = redirects.find(
      ({ from, isPrefix }) => from === key || (isPrefix && key.startsWith(`${from}/`)),
    );
    if (taken.has(key))
      return [{ file, message: `has the address ${address} of a page; rename it` }];
    if (rule === undefined) return [];
    return [
      {
        file,
        message: `has the address ${address}, which redirects (${rule.from}); remove one of the two`,
      },
    ];
  });
}

function listPublicFileAdvice(address: string, text: string, now: number): readonly string[] {
  if (address === '/security.txt')
    return ['is read at another address; move it to public/.well-known/'];
  if (address === '/.well-known/security.txt') return listSecurityAdvice(text, now);
  return address === '/ads.txt' || address === '/app-ads.txt' ? listAdsAdvice(text) : [];
}

/** Checks `security.txt` by RFC 9116. */
function listSecurityAdvice(text: string, now: number): readonly string[] {
  const find = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'im').exec(text)?.[1]?.trim();
  const expires = find('Expires');
  const time = Date.parse(expires ?? '');
  const advice =
    'write the day after which nobody should rely on it, such as Expires: 2027-06-30T00:00:00Z';
  return [
    ...(find('Contact') === undefined
      ? ['has no Contact; write one such as Contact: mailto:security@example.com']
      : []),
    ...(expires === undefined
      ? [`has no Expires; ${advice}`]
      : Number.isNaN(time)
        ? [`has an Expires that is not a date; ${advice}`]
        : time <= now
          ? [`has expired (${expires}); check what it says and ${advice}`]
          : []),
  ];
}

const VARIABLES = /^(?:contact|subdomain|inventorypartnerdomain|ownerdomain|managerdomain)\s*=/i;

/** Checks `ads.txt` by version 1.1 of the IAB Tech Lab. */
function listAdsAdvice(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  const wrong = lines.findIndex((line) => {
    if (line === '' || VARIABLES.test(line)) return false;
    const [domain = '', account = '', relation = ''] = line
      .split(/[,;]/)
      .map((field) => field.trim());
    return (
      !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain) ||
      account === '' ||
      !/^(?:direct|reseller)$/i.test(relation)
    );
  });
  if (wrong === -1) return [];
  return [
    `has a line ${wrong + 1} that buyers of advertising can’t read; write domain, account, DIRECT or RESELLER, separated by commas`,
  ];
}
