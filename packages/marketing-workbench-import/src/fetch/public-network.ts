import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The hosts that the import may connect to for an address that somebody wrote into an export. */
export type Network = {
  readonly lookup: (host: string) => Promise<readonly LookupAddress[]>;
  readonly isAllowed: (address: string, port: number) => boolean;
};

/**
 * The public internet, without this machine, its network and the services of its provider, such as
 * `169.254.169.254`.
 */
export const PUBLIC_NETWORK: Network = {
  lookup: (host) => lookup(host, { all: true }),
  isAllowed: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
};

/**
 * All public IPv6 addresses in use are in this range; forms that contain an IPv4 address are not.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
  return isGlobal && parsed.range() === 'unicast';
}
