import { isAscii } from 'node:buffer';
import { SvgError } from './parse-svg.ts';

export type DecodedSvg = {
  readonly text: string;
  /**
   * Whether every program reads the bytes as this text. Otherwise the SVG has to be rewritten as
   * UTF-8.
   */
  readonly isPlain: boolean;
};

/**
 * Decodes an SVG as browsers do: by its byte order mark or, without one, by its XML declaration.
 */
export function decodeSvg(bytes: Uint8Array): DecodedSvg {
  const { label, isMarked } = findSvgEncoding(bytes);
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const text = decoder.decode(bytes);
    const isDeclared = isMarked || decoder.encoding === 'utf-8';
    return {
      text,
      isPlain: (isDeclared && decoder.encoding === 'utf-8') || isLatin(decoder.encoding, bytes),
    };
  } catch {
    throw new SvgError(`can't be read as ${label}; save it as UTF-8`);
  }
}

/**
 * Returns whether the bytes are Windows-1252 without other characters than ASCII, which are the
 * same in UTF-8.
 */
function isLatin(encoding: string, bytes: Uint8Array): boolean {
  return encoding === 'windows-1252' && isAscii(bytes);
}

function findSvgEncoding(bytes: Uint8Array): {
  readonly label: string;
  readonly isMarked: boolean;
} {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return { label: 'utf-8', isMarked: true };
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', isMarked: true };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', isMarked: true };
  if (first === 0x3c && second === 0) return { label: 'utf-16le', isMarked: false };
  if (first === 0 && second === 0x3c) return { label: 'utf-16be', isMarked: false };
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1');
  const declared =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8';
  return { label: declared.toLowerCase(), isMarked: false };
}
