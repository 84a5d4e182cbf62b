import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as cloud from '@respa/contract/cloud';
import * as wall from '@respa/contract/wall';
import { Caller, PASSWORD } from '../support/driver.ts';
import type { Instance } from '../support/servers/instances.ts';
import { picture, until } from '../support/files/pictures.ts';
import { startS3, type S3Server } from '../support/servers/s3-server.ts';
import { askUpload, beginUpload, idOf, offsetOf, sendPart } from '../support/members/uploads.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

const HALF = 12_000;

describe.skipIf(REDIS_PATH === undefined)(
  'Two servers without a common folder, with files in S3',
  () => {
    let [s3, pair, other, folder, anna]: [S3Server, Pair, Instance, string, Caller] = [] as never;
    let cookie = '';
    beforeAll(async () => {
      s3 = await startS3();
      pair = await startPair(s3.env);
      anna = await pair.join('Анна');
      folder = await mkdtemp(join(tmpdir(), 'respa-apart-'));
      other = await pair.more({ DATA_DIR: folder });
      const answer = await new Caller(pair.first.url).request(account.login, {
        body: { email: anna.email, password: PASSWORD },
      });
      cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!;
    });
    afterAll(async () => {
      await pair.stop();
      await s3.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const get = async ({ url }: Instance, path: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { cookie } });
      return [answer.status, Buffer.from(await answer.arrayBuffer())] as const;
    };
    const shared = async () =>
      (await readdir(join(s3.folder, 'uploads'), { recursive: true }).catch(() => [])).filter(
        (path) => path.endsWith('._S3rver_object'),
      );
    const take = (server: Instance, id: string) =>
      at(server, anna).call(cloud.upload, { body: { uploads: [id] } });
    const begin = async () =>
      (await beginUpload(anna, 2 * HALF, { purpose: 'cloud', filename: 'снимок.bin' })).headers.get(
        'location',
      )!;

    test('each serves what was uploaded to the other', async () => {
      const { post } = await anna.call(wall.create, {
        body: { title: 'Здесь' },
        files: { file: [await picture()] },
      });
      const [here, there] = [
        await get(pair.first, `/media/userposts/${post.images[0]!}`),
        await get(other, `/media/userposts/${post.images[0]!}`),
      ];
      expect([here[0], there[0], here[1].equals(there[1])]).toEqual([200, 200, true]);
      expect(await readdir(join(folder, 'media')).catch(() => [])).toEqual([]);
    });

    test('an upload sent to one server is usable on the other once it is complete', async () => {
      const bytes = randomBytes(2 * HALF);
      const address = await begin();
      await sendPart(anna, address, 0, new Uint8Array(bytes.subarray(0, HALF)));
      expect(
        await at(other, anna).refusal(cloud.upload, { body: { uploads: [idOf(address)] } }),
      ).toMatchObject({ status: 409, code: 'upload_unfinished' });
      expect(
        (await sendPart(anna, address, HALF, new Uint8Array(bytes.subarray(HALF)))).status,
      ).toBe(204);
      expect(await shared()).toHaveLength(1);
      const {
        added: [file],
      } = await take(other, idOf(address));
      for (const server of [pair.first, other])
        expect((await get(server, `/media/cloud/${file!.path}`))[1].equals(bytes)).toBe(true);
      await until(async () => (await shared()).length === 0);
      expect(
        await at(other, anna).refusal(cloud.upload, { body: { uploads: [idOf(address)] } }),
      ).toMatchObject({ status: 404, code: 'upload_lost' });
    });

    test('an upload completed while the store was down is stored when its sender asks for the offset', async () => {
      const bytes = randomBytes(2 * HALF);
      const address = await begin();
      await s3.kill();
      const answer = await sendPart(anna, address, 0, new Uint8Array(bytes));
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        { code: 'unavailable', error: 'Сервер занят. Попробуйте ещё раз.' },
      ]);
      expect((await askUpload(anna, address)).status).toBe(503);
      await s3.start();
      expect(await offsetOf(anna, address)).toBe(2 * HALF);
      const {
        added: [file],
      } = await take(other, idOf(address));
      expect((await get(pair.first, `/media/cloud/${file!.path}`))[1].equals(bytes)).toBe(true);
    });
  },
);
