import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const pathOf = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), 'utf8');

describe('The systemd unit', () => {
  const UNIT = 'systemd/respa@.service';
  test('closes files, and keeps what the encoder needs', () => {
    const lines = new Set(read(UNIT).split('\n'));
    for (const line of [
      'UMask=0077',
      'StateDirectoryMode=0700',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'PrivateDevices=true',
      'RestrictNamespaces=user net',
      'OOMPolicy=continue',
    ])
      expect([line, lines.has(line)]).toEqual([line, true]);
    expect(read(UNIT)).toMatch(/^MemoryMax=\d+G$/m);
    // Node compiles while it runs.
    expect(read(UNIT)).not.toMatch(/^MemoryDenyWriteExecute=/m);
  });
  test('is exposed less than 3.0 by the measure of systemd', ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'respa-unit-'));
    try {
      const unit = join(folder, 'respa@3000.service');
      copyFileSync(pathOf(UNIT), unit);
      const args = ['security', '--offline=true', '--no-pager', '--threshold=30', unit];
      const { error, status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      if (error !== undefined) return skip('нет systemd-analyze');
      expect(stdout).toContain('Overall exposure level');
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('The compose file', () => {
  const text = read('compose.yaml');
  /** The blocks of a section by their names, at the given depth. */
  const blocks = (section: string, indent: string) =>
    Object.fromEntries(
      section
        .split(new RegExp(`^${indent}(?=[\\w-]+:)`, 'm'))
        .slice(1)
        .map((block) => [block.slice(0, block.indexOf(':')), block]),
    );
  const top = blocks(text, '');
  const services = blocks(top['services']!, '  ');
  const closed = '<<: *closed\n';

  test('gives no container new rights, capabilities or a writable disk', () => {
    for (const line of [
      'read_only: true',
      'security_opt: ["no-new-privileges:true"]',
      'cap_drop: ["ALL"]',
    ])
      expect(top['x-closed']).toContain(line);
    expect(top['x-respa']).toContain(closed);
    expect(Object.keys(services)).toEqual([
      'respa-1',
      'respa-2',
      'nginx',
      'postgres',
      'redis',
      's3',
      'bucket',
    ]);
    for (const [name, block] of Object.entries(services))
      expect([name, block.includes(closed) || block.includes('*respa')]).toEqual([name, true]);
    expect(text).not.toMatch(/privileged:|network_mode:|docker\.sock|SYS_ADMIN/);
  });
  test('lets nginx see the servers only, and the data only the servers', () => {
    const networks = (block: string) => /networks: \[(.*)\]/.exec(block)?.[1];
    expect(networks(top['x-respa']!)).toBe('site, data, files');
    expect(
      ['nginx', 'postgres', 'redis', 's3', 'bucket'].map((name) => networks(services[name]!)),
    ).toEqual(['site', 'data', 'data', 'files', 'files']);
    expect(top['networks']).toMatch(/data: \{ internal: true \}\n {2}files: \{ internal: true \}/);
    // The site through nginx, and audio straight to each server, at the same port inside and
    // outside.
    expect([...text.matchAll(/ports: (.*)/g)].map(([, ports]) => ports)).toEqual([
      '["7882:7882/udp", "7882:7882/tcp"]',
      '["7883:7883/udp", "7883:7883/tcp"]',
      '["80:80", "443:443"]',
    ]);
    for (const [at, port] of [7882, 7883].entries())
      expect(services[`respa-${at + 1}`]).toContain(`VOICE_PORT: "${port}"`);
  });
  test('names a version of every image', () => {
    const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image);
    expect(images.filter((image) => image !== 'respa')).toHaveLength(5);
    expect(images.filter((image) => !/^[a-z/]+:(?:\d|RELEASE\.)|^respa$/.test(image!))).toEqual([]);
  });
});

test('the relay reaches nothing but the ports for voice, and knows no fixed accounts', () => {
  const lines = read('coturn/turnserver.conf')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of [
    'denied-peer-ip=0.0.0.0-255.255.255.255',
    'denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'use-auth-secret',
    'no-tcp-relay',
    'no-multicast-peers',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('allowed-peer-ip='))).toHaveLength(1);
  expect(lines.filter((line) => /^(?:user|no-auth|lt-cred-mech)(?:=|$)/.test(line))).toEqual([]);
});

test('both nginx files close connections for names that are not those of the site', () => {
  for (const name of ['nginx/respa.conf', 'nginx/compose.conf']) {
    const servers = read(name)
      .split(/^server \{/m)
      .slice(1);
    const [first, ...others] = servers;
    expect(first).toMatch(/listen 80 default_server;\n {2}listen 443 ssl[^;]* default_server;/);
    expect(first).toMatch(
      /ssl_reject_handshake on;[^}]*ssl_protocols TLSv1.2 TLSv1.3;[^}]*return 444;/,
    );
    for (const server of others)
      expect(server).toMatch(/server_name respa\.example;|include \/etc\/nginx\/name\/name\.conf;/);
  }
});
