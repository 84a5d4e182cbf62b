import { BlockList, isIPv4, isIPv6 } from 'node:net';

// Addresses that are not in the public internet. Source: the special-purpose registries of IANA,
// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry.
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Global unicast: everything else (loopback, link-local, unique local, multicast, mapped and
 * translated IPv4) is refused without a list.
 */
const GLOBAL_IPV6 = '2000::/3';
/**
 * Parts of it with a special purpose, tunnels that lead to any IPv4 address (Teredo, 6to4) among
 * them.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function makeList(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
const special4 = makeList(SPECIAL_IPV4, 'ipv4');
const global6 = makeList([GLOBAL_IPV6], 'ipv6');
const special6 = makeList(SPECIAL_IPV6, 'ipv6');

/**
 * Returns whether an IP address belongs to a host of the public internet. Anything that is not an
 * address in the notation of a resolver returns false.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    global6.check(address, 'ipv6') &&
    !special6.check(address, 'ipv6')
  );
}
