/** It takes longer to make one than to read a text with it. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text that UTF-8 bytes spell, without a byte order mark; undefined where they are no UTF-8. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
