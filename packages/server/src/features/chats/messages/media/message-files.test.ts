import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as groups from '@respa/contract/group-chats';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { readRoom, roomOf, take } from '#tests/support/members/conversations.ts';
import { beginUpload, idOf, sendPart } from '#tests/support/members/uploads.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let roomId: string;
const cookies = new Map<Caller, string>();
const QUOTA = 20 * 1024 * 1024;
beforeAll(async () => {
  app = await startTestApp({ CHAT_QUOTA: String(QUOTA) });
  [anna, boris, vera] = await Promise.all([app.join('Анна'), app.join('Борис'), app.join('Вера')]);
  await befriend(anna, boris, vera);
  roomId = await roomOf(anna, boris);
  for (const who of [anna, boris, vera]) cookies.set(who, await cookieOf(app, who));
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

const upload = async (who: Caller, text: string, filename = 'карта.sav') => {
  const bytes = new TextEncoder().encode(text);
  const begun = await beginUpload(who, bytes.length, { purpose: 'message', filename });
  expect(begun.status).toBe(201);
  const address = begun.headers.get('location')!;
  expect((await sendPart(who, address, 0, bytes)).status).toBe(204);
  return idOf(address);
};
const send = async (
  body: { message?: string; clientId?: string; uploads?: string; cloudFiles?: string },
  who = anna,
) => (await who.call(chats.send, { params: { roomId }, body })).message;
const load = (who: Caller | null, messageId: string, name: string) =>
  fetch(`${app.url}/media/message-file/${messageId}/${name}`, {
    headers: who === null ? {} : { cookie: cookies.get(who)! },
  });
const used = async (who: Caller) =>
  (
    await app.server.context.db
      .selectFrom('storage_used')
      .select('bytes')
      .where('owner_id', '=', who.id)
      .where('store', '=', 'chats')
      .executeTakeFirst()
  )?.bytes ?? 0;

test('a file of any type is sent once, and only members of the room load it under its name', async () => {
  const before = await used(anna);
  const id = await upload(anna, 'сохранение игры');
  const body = { uploads: JSON.stringify([id]), clientId: 'file-1' };
  const sent = await send(body);
  const size = new TextEncoder().encode('сохранение игры').length;
  expect(sent.files).toEqual([
    {
      name: expect.stringMatching(/^[0-9a-f]{32}\./),
      title: 'карта.sav',
      bytes: size,
      preview: null,
    },
  ]);
  expect((await send(body))._id).toBe(sent._id);
  expect(Number(await used(anna)) - Number(before)).toBe(size);
  expect((await boris.call(chats.rooms)).rooms.find((one) => one._id === roomId)!.lastMessage).toBe(
    'карта.sav',
  );
  const { name } = sent.files[0]!;
  const answer = await load(boris, sent._id, name);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('сохранение игры');
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('карта.sav'));
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  for (const who of [vera, null]) expect((await load(who, sent._id, name)).status).toBe(404);
  const direct = (who: Caller) =>
    fetch(`${app.url}/media/message-files/${name}`, { headers: { cookie: cookies.get(who)! } });
  expect([(await direct(boris)).status, (await direct(vera)).status]).toEqual([200, 404]);
  // The upload is used up, and another member's never was theirs.
  expect(
    await anna.refusal(chats.send, { params: { roomId }, body: { uploads: JSON.stringify([id]) } }),
  ).toMatchObject({ code: 'upload_lost' });
  const other = await upload(anna, 'чужое');
  expect(
    await boris.refusal(chats.send, {
      params: { roomId },
      body: { uploads: JSON.stringify([other]) },
    }),
  ).toMatchObject({ code: 'upload_lost' });

  await take(anna, sent._id);
  expect((await load(boris, sent._id, name)).status).toBe(404);
  expect((await direct(boris)).status).toBe(404);
  expect(await used(anna)).toBe(before);
});

test('a file of the own cloud is copied: it outlives the original, and nobody attaches another’s', async () => {
  const [file] = (
    await anna.call(cloud.upload, { files: { file: [new File(['карта мира'], 'мир.map')] } })
  ).added;
  const cloudFiles = JSON.stringify([file!._id]);
  expect(
    await boris.refusal(chats.send, { params: { roomId }, body: { cloudFiles } }),
  ).toMatchObject({ status: 404 });
  const sent = await send({ cloudFiles, message: 'Держи' });
  expect(sent.files).toMatchObject([{ title: 'мир.map' }]);
  await anna.call(cloud.remove, { params: { id: file!._id } });
  await anna.call(cloudTrash.erase, { params: { id: file!._id } });
  expect(await (await load(boris, sent._id, sent.files[0]!.name)).text()).toBe('карта мира');

  // A forwarded file is the forwarder's copy, and outlives the first message.
  const other = await roomOf(boris, vera);
  await boris.call(extras.forward, {
    body: { messages: [sent._id], rooms: [other], clientId: 'forwarded-file' },
  });
  await take(anna, sent._id);
  const [copy] = await readRoom(vera, other);
  expect(copy!.files).toMatchObject([{ title: 'мир.map' }]);
  expect(copy!.files[0]!.name).not.toBe(sent.files[0]!.name);
  expect(await (await load(vera, copy!._id, copy!.files[0]!.name)).text()).toBe('карта мира');
  expect((await load(anna, copy!._id, copy!.files[0]!.name)).status).toBe(404);
});

test('an excluded member loads no more, and a whole quota takes no further file', async () => {
  const clan = await makeGroup(anna, 'Клан', boris);
  const id = await upload(anna, 'план');
  const { message } = await anna.call(groups.send, {
    params: { roomId: clan },
    body: { uploads: JSON.stringify([id]) },
  });
  const { name } = message.files[0]!;
  expect((await load(boris, message._id, name)).status).toBe(200);
  await anna.call(groups.exclude, { params: { roomId: clan, userId: boris.id } });
  expect((await load(boris, message._id, name)).status).toBe(404);
  await anna.call(groups.remove, { params: { id: message._id } });

  const tooMuch = await beginUpload(anna, QUOTA + 1, { purpose: 'message', filename: 'мир.zip' });
  expect([tooMuch.status, await tooMuch.json()]).toMatchObject([507, { code: 'storage_full' }]);
  const tooLarge = await beginUpload(anna, 101 * 1024 * 1024, {
    purpose: 'message',
    filename: 'мир.zip',
  });
  expect(tooLarge.status).toBe(413);
  const ids = Array.from({ length: 11 }, () => crypto.randomUUID());
  expect(
    await anna.refusal(chats.send, {
      params: { roomId },
      body: { uploads: JSON.stringify(ids.slice(5)), cloudFiles: JSON.stringify(ids.slice(0, 5)) },
    }),
  ).toMatchObject({ code: 'too_many_files' });
});

test('a picture sent as a file gets a preview, and stays exactly as it was', async () => {
  const bytes = new Uint8Array(await (await picture()).arrayBuffer());
  const begun = await beginUpload(anna, bytes.length, { purpose: 'message', filename: 'фото.png' });
  const address = begun.headers.get('location')!;
  await sendPart(anna, address, 0, bytes);
  const sent = await send({ uploads: JSON.stringify([idOf(address)]) });
  const shown = async () =>
    (await readRoom(boris, roomId)).find(({ _id }) => _id === sent._id)!.files[0]!;
  await until(async () => (await shown()).preview !== null);
  const { preview, name } = await shown();
  const view = await fetch(`${app.url}/media/message-files/${preview!.name}`, {
    headers: { cookie: cookies.get(boris)! },
  });
  expect([view.status, view.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const whole = new Uint8Array(await (await load(boris, sent._id, name)).arrayBuffer());
  expect(Buffer.from(whole).equals(Buffer.from(bytes))).toBe(true);
});
