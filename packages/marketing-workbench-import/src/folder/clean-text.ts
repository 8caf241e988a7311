/** Returns one line without control characters; empty if nothing of it is visible. */
export function cleanLine(text: string | undefined): string {
  const line = (text ?? '').replace(/[\s\p{Cc}\uFEFF]+/gu, ' ').trim();
  return /[^\p{Cf}\p{Z}]/u.test(line) ? line : '';
}

/** Cuts a text at a number of characters, the last of which is then an ellipsis. */
export function truncateText(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
