import { parse } from 'yaml';
import type { SourceRedirect } from '../source.ts';
import { isGhostRow, readGhostText } from './ghost-data.ts';

type GhostRedirect = { readonly from: string; readonly to: string };

/**
 * Reads `redirects.yaml` or `redirects.json`. Patterns that are not paths, prefixes or choices
 * become problems.
 */
export function readGhostRedirects(
  name: string,
  text: string,
): {
  readonly redirects: readonly SourceRedirect[];
  readonly problems: readonly string[];
} {
  const redirects: SourceRedirect[] = [];
  const problems: string[] = [];
  for (const rule of listGhostRedirects(name, text, problems)) {
    const read = convertRedirect(rule);
    redirects.push(...read);
    if (read.length === 0)
      problems.push(
        `${name}: ${rule.from.slice(0, 200)} → ${rule.to.slice(0, 200)} is a pattern that redirects.yaml can't express; write rows for the addresses that matter`,
      );
  }
  return { redirects, problems };
}

function listGhostRedirects(
  name: string,
  text: string,
  problems: string[],
): readonly GhostRedirect[] {
  const file = parseRedirectsYaml(text);
  if (Array.isArray(file))
    return file
      .filter(isGhostRow)
      .map((row) => ({ from: readGhostText(row, 'from'), to: readGhostText(row, 'to') }));
  if (isGhostRow(file))
    return Object.values(file)
      .filter(isGhostRow)
      .flatMap((rows) =>
        Object.keys(rows).map((from) => ({ from, to: readGhostText(rows, from) })),
      );
  if (file !== null) problems.push(`${name} can't be read, so its redirects were left out`);
  return [];
}

/** Parses YAML, of which JSON is a subset. */
function parseRedirectsYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

const PLAIN = String.raw`[^\\^$*+?()[\]{}|]*`;
/** Matches the pattern for the rest of a path: `(.*)`, `.+` or `([a-z0-9-]+)`. */
const REST = String.raw`(?:\(?\.[*+]\)?|\(\[(?:\\.|[^\]\\])*\][*+]\))`;
const PREFIX = new RegExp(`^(/${PLAIN}?)/?${REST}$`);
const CHOICE = new RegExp(String.raw`^(/${PLAIN})\((?:\?:)?([\w/.-]+(?:\|[\w/.-]+)+)\)(${PLAIN})$`);
const CHOICES_MAX = 100;

function convertRedirect({ from, to }: GhostRedirect): readonly SourceRedirect[] {
  const path = simplifyPattern(from);
  if (!/^(?:\/(?!\/)|https?:\/\/)/.test(to)) return [];
  if (new RegExp(`^/${PLAIN}$`).test(path)) return to.includes('$') ? [] : [{ from: path, to }];
  const prefix = PREFIX.exec(path)?.[1];
  if (prefix !== undefined && prefix !== '/') return convertPrefixRedirect(prefix, to);
  const [, before, choices = '', after] = CHOICE.exec(path) ?? [];
  const rows = choices.split('|').map((choice) => ({
    from: `${before}${choice}${after}`,
    to: to.replaceAll('$1', choice),
  }));
  return before === undefined || rows.length > CHOICES_MAX || rows[0]?.to.includes('$') ? [] : rows;
}

/**
 * Converts a pattern for all addresses below a path. If the target has no slash at its end, it is
 * the same for all of them.
 */
function convertPrefixRedirect(from: string, to: string): readonly SourceRedirect[] {
  const below = /^(.*\/)\$1\/?$/.exec(to)?.[1];
  const target = below ?? to.replace(/\/$/, '');
  return target === '' || target.includes('$') ? [] : [{ from, to: target, isPrefix: true }];
}

/** Returns a pattern without its anchors, its optional slash at the end and unnecessary escapes. */
function simplifyPattern(from: string): string {
  const source = /^\/(\^?.*)\/i$/.exec(from)?.[1] ?? from;
  const path = source
    .replace(/^\^/, '')
    .replace(/\\([/.-])/g, '$1')
    .replace(/\$$/, '')
    .replace(/(?:\(\/\)\?|\(\/\?\)|\/\?)$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}
