import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { picture } from '#tests/support/files/pictures.ts';
import { readSource } from './decoder.ts';

/** Returns what the kernel says of the decoder processes of this process. */
async function environmentsOfDecoders(): Promise<string[]> {
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
    const parent = /^PPid:\t(\d+)$/m.exec(await read('status'))?.[1];
    if (parent === String(process.pid) && (await read('cmdline')).includes('decoder-process'))
      found.push(await read('environ'));
  }
  return found;
}

test('the process that decodes pictures of strangers knows nothing of the settings', async () => {
  process.env['S3_SECRET_KEY'] = 'CANARY';
  const path = join(tmpdir(), `${crypto.randomUUID()}.png`);
  await writeFile(path, Buffer.from(await (await picture('png')).arrayBuffer()));
  try {
    await readSource(path, ['png']);
    const environments = await environmentsOfDecoders();
    expect(environments).toHaveLength(1);
    expect(environments[0]).not.toContain('CANARY');
    // A channel to the server is all that it gets.
    const names = environments[0]!.split('\0').map((line) => line.split('=')[0]!);
    expect(names.filter((name) => name !== '' && !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
  } finally {
    delete process.env['S3_SECRET_KEY'];
    await rm(path);
  }
});
