import { isIPv4, isIPv6 } from 'node:net';

const PORT_OF_IPV4 = /^([\d.]+):\d{1,5}$/;

/**
 * The IPv4 address, or the /64 network of an IPv6 address, since a customer has at least a /64.
 * `unknown` if the text is not an address: clients can forge forwarded addresses.
 */
export function findNetwork(address: string | undefined): string {
  return normalizeAddress(address, { formatIpv4: (text) => text, groupsOfIpv6: 4 });
}

/** `customers`: how many times the share of a /64 it may have. */
export type NetworkPart = { readonly name: string; readonly customers: number };

/**
 * The network of `findNetwork`, and the /56 and /48 around the /64 of an IPv6 address: one host may
 * have been given all /64 networks of such a larger one, but it may also have many customers.
 */
export function listNetworks(address: string): readonly NetworkPart[] {
  const smallest = { name: findNetwork(address), customers: 1 };
  if (!smallest.name.endsWith('/64')) return [smallest];
  const [first, second, third, fourth = ''] = smallest.name.split(':');
  const start = `${first}:${second}:${third}`;
  const eightBits = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    smallest,
    { name: `${start}:${eightBits}::/56`, customers: 4 },
    { name: `${start}::/48`, customers: 16 },
  ];
}

/**
 * Returns the /24 network of an IPv4 address, the /48 network of an IPv6 address: too large for a
 * person.
 */
export function shortenAddress(address: string): string {
  return normalizeAddress(address, {
    formatIpv4: (text) => text.replace(/\d+$/, '0/24'),
    groupsOfIpv6: 3,
  });
}

type AddressFormat = {
  readonly formatIpv4: (text: string) => string;
  readonly groupsOfIpv6: number;
};

/** Node knows no address of a connection that has ended. */
function normalizeAddress(
  address: string | undefined,
  { formatIpv4, groupsOfIpv6 }: AddressFormat,
): string {
  const bare = (address ?? '').replace(PORT_OF_IPV4, '$1').replace(/%.*$/, '');
  if (isIPv4(bare)) return formatIpv4(bare);
  if (!isIPv6(bare)) return 'unknown';
  // `URL` normalizes IPv6 addresses.
  const groups = listGroups(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return formatIpv4(joinIpv4(groups.slice(6)));
  return `${groups.slice(0, groupsOfIpv6).join(':')}::/${groupsOfIpv6 * 16}`;
}

function listGroups(address: string): readonly string[] {
  const [first = [], last = []] = address
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

function joinIpv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
