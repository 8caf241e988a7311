export type DecodedText = { readonly text: string; readonly note?: string };

/** Decodes UTF-8, UTF-16 and Windows-1252. Returns undefined for bytes that are no text. */
export function decodeBytes(bytes: Uint8Array): DecodedText | undefined {
  const wide = findWide(bytes);
  if (wide !== undefined)
    return { text: new TextDecoder(wide).decode(bytes), note: `was encoded as ${wide}` };
  if (bytes.subarray(0, BINARY_LOOK_BYTES).includes(0)) return undefined;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, note: 'was not UTF-8 and was read as Windows-1252; check its accents' };
  }
}

const BINARY_LOOK_BYTES = 8_000;

function findWide([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
