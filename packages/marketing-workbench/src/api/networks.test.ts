import { describe, expect, test } from 'vitest';
import { findNetwork, listNetworks, shortenAddress } from './networks.ts';

describe('findNetwork', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(findNetwork(address)).toBe(network);
  });

  test.each(['', 'unknown', '_hidden', '1.2.3', '2001:db8', '2001:db8::1::2', 'x]@[::1'])(
    'is the same for every text that is not an address: %j',
    (address) => {
      expect(findNetwork(address)).toBe('unknown');
    },
  );
});

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:abcd::1', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2::1', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['unknown', ['unknown']],
])('listNetworks of %s lists %j', (address, names) => {
  expect(listNetworks(address).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['192.0.2.199', '192.0.2.0/24'],
  ['::ffff:192.0.2.199', '192.0.2.0/24'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['somebody', 'unknown'],
])('shortenAddress shortens %s to %s', (address, network) => {
  expect(shortenAddress(address)).toBe(network);
});
