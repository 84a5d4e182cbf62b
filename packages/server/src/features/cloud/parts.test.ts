import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import * as account from '@respa/contract/account';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import type { Caller } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { patient } from '#tests/support/patience.ts';

const MB = 1024 * 1024;
const { app, anna, boris, vera } = await openTrio();

const put = async (who: Caller, bytes: Buffer) =>
  (
    await who.call(cloud.upload, {
      files: { file: [new File([Uint8Array.from(bytes)], 'мир.sav')] },
    })
  ).added[0]!;
const part = (who: Caller, id: string, from: number, length: number, signal?: AbortSignal) =>
  fetch(`${app.url}/api/cloud/download/${id}`, {
    headers: { ...who.headers(), range: `bytes=${from}-${from + length - 1}` },
    ...(signal === undefined ? {} : { signal }),
  });

test(
  'concurrent range requests for several files each get the right bytes, even while readers disconnect',
  async () => {
    const files = await Promise.all(
      [1, 2, 3].map(async () => {
        const bytes = randomBytes(4 * MB);
        return { bytes, id: (await put(anna, bytes))._id };
      }),
    );
    const wrong: string[] = [];
    const read = async (turn: number) => {
      const { bytes, id } = files[turn % 3]!;
      const length = [MB, MB - 7, 300_000, 10_000][turn % 4]!;
      const from = (turn * 777_777) % (bytes.length - length);
      const leaving = new AbortController();
      // Every third reader disconnects before, while or after its part is read.
      if (turn % 3 === turn % 5) setTimeout(() => leaving.abort(), turn % 7);
      try {
        const answer = await part(anna, id, from, length, leaving.signal);
        const got = Buffer.from(await answer.arrayBuffer());
        if (answer.status !== 206 || !got.equals(bytes.subarray(from, from + length)))
          wrong.push(`${turn}: ${answer.status}, ${got.length} of ${length}`);
      } catch (error) {
        if (!leaving.signal.aborted) throw error;
      }
    };
    let turn = 0;
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        while (turn < 300) await read((turn += 1));
      }),
    );
    expect(wrong).toEqual([]);
  },
  patient(120_000),
);

test('a slow reader gets the requested bytes, whatever others were sent meanwhile', async () => {
  const [mine, other] = [randomBytes(8 * MB), randomBytes(4 * MB)];
  const [slow, quick] = [(await put(anna, mine))._id, (await put(anna, other))._id];
  // One connection requests everything and reads nothing yet: the system takes some megabytes of
  // it, the rest waits in the server.
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' });
  socket.pause();
  for (let index = 0; index < 12; index += 1) {
    const from = (index % 8) * MB;
    socket.write(
      `GET /api/cloud/download/${slow} HTTP/1.1\r\nhost: localhost\r\n${index === 11 ? 'connection: close\r\n' : ''}authorization: ${anna.headers()['authorization']}\r\nrange: bytes=${from}-${from + MB - 1}\r\n\r\n`,
    );
  }
  for (let turn = 0; turn < 40; turn += 1) {
    const from = (turn % 4) * MB;
    const got = Buffer.from(await (await part(anna, quick, from, MB)).arrayBuffer());
    expect(got.equals(other.subarray(from, from + MB))).toBe(true);
  }
  const all = await buffer(socket);
  for (let [index, at] = [0, 0]; index < 12; index += 1) {
    const body = all.indexOf('\r\n\r\n', at) + 4;
    at = body + MB;
    expect(
      all.subarray(body, at).equals(mine.subarray((index % 8) * MB, ((index % 8) + 1) * MB)),
      `part ${index}`,
    ).toBe(true);
  }
});

test('a user who loses access to a file gets no further part after at most a second', async () => {
  const file = await put(anna, randomBytes(2 * MB));
  const status = async (who: Caller, id = file._id) => {
    const answer = await part(who, id, 0, 10);
    await answer.arrayBuffer();
    return answer.status;
  };
  await anna.call(cloudSharing.send, {
    params: { userId: boris.id, fileId: file._id, fileName: 'мир.sav' },
  });
  // One person's access does not extend to another person or to a visitor.
  expect([await status(boris), await status(vera), await status(app.nobody)]).toEqual([
    206, 404, 404,
  ]);
  await anna.call(cloudSharing.revoke, { params: { id: file._id, userId: boris.id } });
  // A second later by the server's clock, whatever this machine needs for a request.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
  expect(await status(boris)).toBe(404);
  vi.useRealTimers();
  await vera.call(cloud.upload, { files: { file: [new File(['a'.repeat(50)], 'a.txt')] } });
  const {
    files: [own],
  } = await vera.call(cloud.rootFiles);
  expect(await status(vera, own!._id)).toBe(206);
  await vera.call(account.logout);
  expect(await status(vera, own!._id)).toBe(404);
  expect(await status(anna)).toBe(206);
  await anna.call(cloud.remove, { params: { id: file._id } });
  await anna.call(cloudTrash.emptyTrash);
  await until(async () => (await status(anna)) === 404, 5_000);
});
