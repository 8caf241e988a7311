import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** What a program on this machine may connect to for somebody who wrote an address into an export. */
export type Network = {
  readonly lookup: (host: string) => Promise<readonly LookupAddress[]>;
  readonly isAllowed: (address: string, port: number) => boolean;
};

/** The internet without this machine, its network and the services of its provider, such as `169.254.169.254`. */
export const PUBLIC_NETWORK: Network = {
  lookup: (host) => lookup(host, { all: true }),
  isAllowed: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
};

/** All addresses in use are here; forms that contain an address of version 4 are elsewhere. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
  return isGlobal && parsed.range() === 'unicast';
}
