import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as photos from '@respa/contract/photos';
import { picture } from '../support/files/pictures.ts';
import { OwnServer } from '../support/servers/own-server.ts';

/** The worst that an operator's shell can ask for: everything is open to everyone. */
const OPEN = ['sh', '-c', 'umask 0; exec "$0" "$@"'];
const BACKUP = fileURLToPath(
  new URL('../../packages/server/src/app/backup/backup.ts', import.meta.url),
);
const server = await OwnServer.make({}, () => OPEN);
afterAll(() => server.leave());

/** Lists what is below a folder and not only for its owner, as "mode path". */
async function listOpen(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    // PostgreSQL guards and changes its own folder; that nobody else enters it is enough.
    if (/^postgres\/(cluster|lib)\//.test(name)) continue;
    const { mode } = await stat(join(folder, name));
    if ((mode & 0o077) !== 0) found.push(`${(mode & 0o777).toString(8)} /${name}`);
  }
  return found;
}

test('files are for the server alone, with any umask and in a folder of a former version', async () => {
  for (const name of ['media/blobs/3f', 'outbox', 'uploads'])
    await mkdir(join(server.folder, name), { recursive: true });
  for (const name of ['media/blobs/3f/3f00.bin', 'outbox/1.eml', 'uploads/1'])
    await writeFile(join(server.folder, name), 'secret', { mode: 0o644 });
  for (const name of ['', 'media', 'media/blobs', 'media/blobs/3f', 'outbox', 'uploads'])
    await chmod(join(server.folder, name), 0o755);

  await server.start();
  const anna = await server.join('Анна');
  await anna.call(cloud.upload, {
    body: { folder: { id: '' } },
    files: { file: [new File(['план'], 'план.txt')] },
  });
  await anna.call(photos.create, { files: { file: [await picture()] } });
  expect(await listOpen(server.folder)).toEqual([]);
});

test('a backup is for its owner alone, and closes the former ones', async () => {
  const backups = join(server.folder, '..', `${server.folder}-backups`);
  const former = join(backups, 'respa-2026-01-01T04-00-00');
  await mkdir(former, { recursive: true });
  await chmod(former, 0o755);
  const child = spawn(OPEN[0]!, [...OPEN.slice(1), process.execPath, BACKUP, '--to', backups], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: server.env,
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  const made = (await readdir(backups)).filter((name) => name !== 'respa-2026-01-01T04-00-00');
  expect(made).toHaveLength(1);
  expect(await listOpen(join(backups, made[0]!))).toEqual([]);
  expect(await listOpen(former)).toEqual([]);
});
