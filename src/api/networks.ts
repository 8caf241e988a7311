import { isIPv4, isIPv6 } from 'node:net';

const PORT_OF_IPV4 = /^([\d.]+):\d{1,5}$/;

/**
 * The IPv4 address, or the /64 network of an IPv6 address, since a customer has at least a /64. `unknown` if the text is not an
 * address: clients can forge forwarded addresses.
 */
export function findNetwork(address: string): string {
  const bare = address.replace(PORT_OF_IPV4, '$1').replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  // `URL` normalizes IPv6 addresses.
  const groups = listGroups(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? formatIpv4(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

function listGroups(address: string): readonly string[] {
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

function formatIpv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
