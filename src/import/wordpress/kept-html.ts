import { UNCONVERTED } from '../../content/markdown/code-blocks.ts';

/** HTML of a fence with a part that could not be converted. */
export function formatKeptHtml(source: string): string {
  return `\n\n<pre><code class="language-${UNCONVERTED}">${escapeHtml(source)}</code></pre>\n\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Replaces all matches of a pattern that has the flag `g`. */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), write(match));
    end = match.index + match[0].length;
  }
  return parts.join('') + text.slice(end);
}
