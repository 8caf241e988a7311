import type { ArchiveFile } from '../archive.ts';
import type { SourceRedirect } from '../source.ts';
import { decodeBytes } from './decode-text.ts';
import { parseDataText } from './read-front-matter.ts';
import { formatTextValue, readRecord } from './read-values.ts';

/**
 * Reads the rules of `_redirects` and `netlify.toml`. Rules with patterns or conditions are
 * reported as problems.
 */
export async function readRedirectFiles(
  files: readonly ArchiveFile[],
  problems: string[],
): Promise<readonly SourceRedirect[]> {
  const found: SourceRedirect[] = [];
  for (const file of files) {
    if (!/^(?:(?:static|public|src|source)\/)?_redirects$|^netlify\.toml$/.test(file.path))
      continue;
    if (file.size > FILE_BYTES_MAX) continue;
    const text = decodeBytes(await file.read())?.text ?? '';
    const rows = file.path.endsWith('.toml')
      ? parseRedirectTables(text, file.path, problems)
      : parseRedirectLines(text);
    for (const [from, to, status] of rows) {
      if (isPlainRedirect(from, to, status)) found.push({ from, to });
      else
        problems.push(
          `${file.path}: the rule “${[from, to, status].join(' ').trim().slice(0, 200)}” is not a plain redirect; add it to redirects.yaml yourself`,
        );
    }
  }
  return found;
}

const FILE_BYTES_MAX = 5_000_000;

type RedirectRule = readonly [from: string, to: string, status: string];

function parseRedirectLines(text: string): readonly RedirectRule[] {
  return text.split(/\r?\n/).flatMap((line): readonly RedirectRule[] => {
    const [from = '', ...rest] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (from === '') return [];
    const at = rest.findIndex((part) => /^(?:\/|https?:)/.test(part));
    return [[from, rest[at] ?? '', [...rest.slice(0, at), ...rest.slice(at + 1)].join(' ')]];
  });
}

function parseRedirectTables(
  text: string,
  file: string,
  problems: string[],
): readonly RedirectRule[] {
  const { values, problem } = parseDataText(text, 'TOML');
  if (values === undefined) problems.push(`${file} can't be read (${problem})`);
  const rows = values?.redirects;
  return (Array.isArray(rows) ? rows : []).map(readRecord).map((row): RedirectRule => {
    const conditions =
      row.conditions === undefined && row.query === undefined ? '' : ' with conditions';
    return [
      formatTextValue(row.from),
      formatTextValue(row.to),
      `${formatTextValue(row.status)}${conditions}`.trim(),
    ];
  });
}

function isPlainRedirect(from: string, to: string, status: string): boolean {
  const isPattern = /[*:]/.test(from.replace(/^https?:/, '')) || /:splat|\/:\w/.test(to);
  return from.startsWith('/') && !isPattern && to !== '' && /^(?:30[1278]!?)?$/.test(status);
}
