import { expect, test } from 'vitest';
import { isPublicAddress } from './address-guard.ts';

test.each([
  '8.8.8.8',
  '77.88.55.88',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '223.255.255.254',
  '2a02:6b8::2:242',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
])('lets %s through', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  // this host, private networks, carriers' NAT
  '0.0.0.0',
  '0.1.2.3',
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  // link-local, with the metadata of clouds
  '169.254.169.254',
  '169.254.0.1',
  // documentation, benchmarks, multicast, reserved, broadcast
  '192.0.0.170',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, link-local, unique local, metadata, multicast, site-local
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  'fec0::1',
  // IPv4 in IPv6: mapped, compatible, translated (NAT64), 6to4, Teredo, ISATAP-like
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  // no addresses
  'localhost',
  '2130706433',
  '0x7f000001',
  '127.1',
  '',
])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
