import { formatCount } from '../../content/format-count.ts';
import type { DeadAddress, DeadAddresses } from './dead-addresses.ts';

const SHOWN = { readers: 50, robots: 10, probes: 5, hosts: 3 };
const PATH_LENGTH_MAX = 100;
/** Matches what would move the cursor, change colours or reverse the text of a terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Escapes a path for the terminal, because anyone can have an address counted. */
export function escapeLine(text: string): string {
  const shown = text.length > PATH_LENGTH_MAX ? `${text.slice(0, PATH_LENGTH_MAX - 1)}…` : text;
  return shown.replace(UNPRINTABLE, escapeCodeUnits);
}

/** Escapes control characters from U+007F on, which JSON may hold as they are. */
export function escapeJson(json: string): string {
  return json.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escapeCodeUnits);
}

function escapeCodeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Formats the addresses for the terminal. */
export function formatDeadAddresses(
  { readers, robots, probes, unnamed }: DeadAddresses,
  days: number,
): string {
  const period = `in the last ${formatCount(days, 'day')}`;
  if (readers.length + robots.length + probes.length === 0 && unnamed === 0)
    return `Nobody requested an address without a page ${period}.`;
  return [
    readers.length === 0
      ? `No reader requested an address without a page ${period}.`
      : `Readers requested ${formatAddressCount(readers.length)} without a page ${period}:`,
    ...listAddressLines(readers, SHOWN.readers),
    ...(robots.length === 0
      ? []
      : [`Robots requested ${formatAddressCount(robots.length)} without a page:`]),
    ...listAddressLines(robots, SHOWN.robots),
    ...(probes.length === 0 ? [] : [formatProbes(probes)]),
    ...(unnamed === 0
      ? []
      : [`${formatCount(unnamed, 'further request')} for addresses beyond the limit of a day.`]),
  ].join('\n');
}

function formatAddressCount(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`;
}

function listAddressLines(addresses: readonly DeadAddress[], max: number): readonly string[] {
  const rest = addresses.length - max;
  return [
    ...addresses.slice(0, max).flatMap(formatAddressLines),
    ...(rest > 0 ? [`  and ${rest} more, which --json lists`] : []),
  ];
}

function formatAddressLines({ path, count, hosts, guess }: DeadAddress): readonly string[] {
  const named = hosts
    .slice(0, SHOWN.hosts)
    .map(({ host, count: of }) => `${escapeLine(host)} (${of})`);
  const rest = hosts.length - named.length;
  const from = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return [
    `${String(count).padStart(6)}  ${escapeLine(path)}`,
    ...(from === '' ? [] : [`        from ${from}`]),
    guess === undefined
      ? '        no page is similar'
      : `        → ${guess.path} (${formatPercent(guess.certainty)} sure)`,
  ];
}

function formatProbes(probes: readonly DeadAddress[]): string {
  const requests = probes.reduce((sum, { count }) => sum + count, 0);
  const named = probes
    .slice(0, SHOWN.probes)
    .map(({ path }) => escapeLine(path))
    .join(', ');
  return `Attackers tried ${formatAddressCount(probes.length)} ${requests === 1 ? 'once' : `${requests} times`}, such as ${named}; you need not do anything.`;
}

export function formatPercent(certainty: number): string {
  return `${Math.round(certainty * 100)} %`;
}
