import { hash } from 'node:crypto';
import path from 'node:path';
import { type CssNode, parse, type Url, walk } from 'css-tree';
import { files } from '../../site/addresses.ts';
import { FONT_TYPE, type OwnStyle, STYLE_BYTES_MAX } from '../../site/brand/own-style.ts';
import {
  type ContentFinding,
  type LineFinding,
  limitFindings,
  placeInFile,
} from '../content-finding.ts';
import {
  decodeText,
  formatSize,
  readContentFile,
  readContentFileAgain,
} from '../content-folder.ts';
import { didYouMean } from '../did-you-mean.ts';
import { createPublishedName, decodeFileName, findFile } from '../file-names.ts';
import { describeBytes, formatShortHash, type MediaFile } from '../images/encode-image.ts';
import type { SettingFile } from '../yaml.ts';

const FONT_BYTES_MAX = 1_000_000;
const HASH_LENGTH = 16;
/** The first bytes of each WOFF2 file. */
const WOFF2 = 'wOF2';
const FONT_PATH = 'write the path of a file beside theme.css, such as fonts/my-face.woff2';
/** Functions that load the files that strings in them name. */
const LOADING_FUNCTION = /^(?:-\w+-)?(?:image|image-set|cross-fade|src)$/i;
/** Matches parts of the page, and files of the site by their path on it. */
const OWN_ADDRESS = /^(?:#|\/(?![/\\]))/;
const EMBEDDED_PICTURE = /^data:image\//i;

export type ReadOwnStyle = {
  /** Undefined if there is no style sheet, or if it has problems. */
  readonly style?: OwnStyle;
  /** The typefaces that it names. */
  readonly media: readonly MediaFile[];
  readonly problems: readonly ContentFinding[];
};

type StyleFolder = {
  readonly folder: string;
  /** Paths of the files in `fonts`. */
  readonly fonts: readonly string[];
  readonly language: string;
};

/**
 * Checks the owner's style sheet, and publishes the typefaces that it names. It loads nothing from
 * elsewhere, which the content security policy of pages would block.
 */
export function readOwnStyle(source: SettingFile, folder: StyleFolder): ReadOwnStyle {
  if (source === undefined) return { media: [], problems: [] };
  if ('message' in source) return { media: [], problems: [source] };
  const text = decodeText(source.bytes);
  const tooLarge = `is ${formatSize(source.bytes.length)}, over the limit of ${formatSize(STYLE_BYTES_MAX)}; leave some rules out`;
  const refused =
    source.bytes.length > STYLE_BYTES_MAX
      ? tooLarge
      : text === undefined
        ? 'is not UTF-8; save it as UTF-8'
        : undefined;
  if (refused !== undefined || text === undefined)
    return { media: [], problems: placeInFile(source.file, [{ message: refused ?? '' }]) };
  const fonts = new Map<string, MediaFile>();
  const problems: ContentFinding[] = [];
  const { found, urls } = inspectStyle(text);
  const replaced = urls.flatMap((url) => {
    const result = resolveUrl(url, source.file, folder);
    if (result.kind === 'problem') found.push({ line: findLine(url), message: result.message });
    if (result.kind !== 'font') return [];
    const font = fonts.get(result.file) ?? readFont(result.file, folder);
    if ('message' in font) problems.push(font);
    else fonts.set(result.file, font);
    return 'message' in font ? [] : [{ url, address: files.media(font.name) }];
  });
  const all = [...placeInFile(source.file, limitFindings(found)), ...problems];
  if (all.length > 0) return { media: [], problems: all };
  const css = replaceUrls(text, replaced);
  return {
    style: { css, hash: hash('sha256', css).slice(0, HASH_LENGTH) },
    media: [...fonts.values()],
    problems: [],
  };
}

/** Finds what is wrong with a style sheet, and the files that it names. */
function inspectStyle(text: string) {
  const found: LineFinding[] = [];
  const urls: Url[] = [];
  try {
    const tree = parse(text, {
      positions: true,
      parseCustomProperty: true,
      onParseError: ({ line, message }) =>
        found.push({ line, message: `can’t be read as CSS: ${message}; correct it` }),
    });
    walk(tree, (node) => {
      if (node.type === 'Url') urls.push(node);
      const message = findNodeProblem(node);
      if (message !== undefined) found.push({ line: findLine(node), message });
    });
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    found.push({ message: 'can’t be read as CSS; correct it, and nest rules less deeply' });
  }
  return { found, urls };
}

function findLine({ loc }: CssNode): number {
  return loc?.start.line ?? 1;
}

function findNodeProblem(node: CssNode): string | undefined {
  if (node.type === 'Atrule' && node.name.toLowerCase() === 'import')
    return 'has @import, which browsers would not load here; write the rules of that file into theme.css';
  if (node.type !== 'Function' || !LOADING_FUNCTION.test(node.name)) return undefined;
  const isNamed = node.children.some((child) => child.type === 'String');
  return isNamed || /^src$/i.test(node.name)
    ? `has ${node.name}() with a name in quotes; write url("…") in its place`
    : undefined;
}

type ResolvedUrl =
  | { readonly kind: 'kept' }
  | { readonly kind: 'font'; readonly file: string }
  | { readonly kind: 'problem'; readonly message: string };

/** Says which file an address is, or why browsers would not load it. */
function resolveUrl({ value }: Url, style: string, { fonts }: StyleFolder): ResolvedUrl {
  if (OWN_ADDRESS.test(value) || EMBEDDED_PICTURE.test(value)) return { kind: 'kept' };
  const shown = `url(${value.slice(0, 100)})`;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(value)) {
    const message = `has ${shown}, which is not a file of this site, so browsers would not load it; ${FONT_PATH}, or that of a file in public, such as /paper.png`;
    return { kind: 'problem', message };
  }
  const folder = path.posix.dirname(style);
  const file = findFile(new Set(fonts), folder, decodeFileName(value));
  if (file !== undefined) return { kind: 'font', file };
  const names = fonts.map((font) => path.posix.relative(folder, font));
  const message = `has ${shown}, which is not a WOFF2 file in the folder fonts; ${didYouMean(value, names, FONT_PATH)}`;
  return { kind: 'problem', message };
}

function readFont(file: string, { folder, language }: StyleFolder): MediaFile | ContentFinding {
  const source = readContentFile(folder, file);
  if ('message' in source) return source;
  const { length } = source.bytes;
  if (length > FONT_BYTES_MAX) {
    const message = `is ${formatSize(length)}, over the limit of ${formatSize(FONT_BYTES_MAX)}; leave out characters that the site does not need`;
    return { file, message };
  }
  if (!Buffer.from(source.bytes).toString('latin1', 0, WOFF2.length).startsWith(WOFF2))
    return { file, message: 'is not a WOFF2 file, as its name says; convert it to WOFF2' };
  const bytes = describeBytes(source.bytes, () => readContentFileAgain(folder, file));
  const name = `${formatShortHash(bytes)}-${createPublishedName(file, language)}.woff2`;
  return { name, type: FONT_TYPE, bytes };
}

/** Writes the published addresses, and leaves all other characters as they are. */
function replaceUrls(
  text: string,
  replaced: readonly { readonly url: Url; readonly address: string }[],
): string {
  const inOrder = replaced
    .flatMap(({ url: { loc }, address }) => (loc ? [{ loc, address }] : []))
    .toSorted((one, other) => other.loc.start.offset - one.loc.start.offset);
  return inOrder.reduce(
    (css, { loc, address }) =>
      `${css.slice(0, loc.start.offset)}url("${address}")${css.slice(loc.end.offset)}`,
    text,
  );
}
