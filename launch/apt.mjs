import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stopwatch } from './prepare.mjs';

/**
 * Installs the first of these groups of packages that can be had, where apt-get is and may be used; answers whether one is here now.
 * @param {string} title @param {string[][]} groups @param {(line: string) => void} log
 */
export function install(title, groups, log) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const seconds = stopwatch();
  log(`Ставлю ${title} (apt-get)…`);
  // A package that brings a service does not start it.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) => {
    const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) log(`apt-get ${args.join(' ')} не удался: ${stderr?.trim().split('\n').at(-1) ?? ''}`);
    return status === 0;
  };
  apt('update');
  const isHere = groups.some((names) => apt('install', '-y', '--no-install-recommends', ...names));
  if (isHere) log(`${title}: поставлено за ${seconds()}`);
  return isHere;
}
