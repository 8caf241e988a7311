/** One line without control characters; empty if it shows nothing. */
export function cleanLine(text: string | undefined): string {
  const line = (text ?? '').replace(/[\s\p{Cc}\uFEFF]+/gu, ' ').trim();
  return /[^\p{Cf}\p{Z}]/u.test(line) ? line : '';
}

/** Cut at a number of characters, with an ellipsis. */
export function truncateText(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
