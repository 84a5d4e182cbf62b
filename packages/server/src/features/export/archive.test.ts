import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as backgrounds from '@respa/contract/backgrounds';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as wall from '@respa/contract/wall';
import { countReadyMails, readArchive } from '#tests/support/files/archive.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { video, voice } from '#tests/support/files/videos.ts';
import { picture, until } from '#tests/support/files/pictures.ts';
import { roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const db = () => app.server.context.db;

test('an archive contains everything of a member, with files, and nothing that is private to others', async () => {
  const [anna, boris, vera, gleb] = [
    await app.join('Анна', 'Белова'),
    await app.join('Борис', 'Ёлкин'),
    await app.join('Вера', 'Холод'),
    await app.join('Глеб', 'Дальний'),
  ];
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  await vera.call(friends.make, { params: { id: anna.id } });
  await anna.call(privacy.block, { params: { id: gleb.id } });
  await anna.call(privacy.mute, { params: { id: vera.id } });
  await anna.call(profile.edit, { body: { aboutMe: 'Играю по вечерам' } });
  await anna.call(privacy.set, { body: { wall: 'friends' } });
  await anna.call(notifications.setSettings, { body: { quiet: ['visit'] } });
  const images = await anna.call(profile.updateImages, {
    files: { avatar: [await picture()], banner: [await picture('png')] },
  });
  const { post } = await anna.call(wall.create, {
    body: { title: 'Первый рейд' },
    files: { file: [await picture(), await picture('webp')] },
  });
  const { photo } = await anna.call(photos.create, {
    files: { file: [await picture('png', '#104010')] },
  });
  const { post: theirs } = await boris.call(wall.create, {
    body: { title: 'Секрет Бориса' },
    files: { file: [await picture('png', '#901010')] },
  });
  const { comment } = await anna.call(reactions.comment, {
    params: { postId: theirs._id },
    body: { text: 'Здорово' },
  });
  const { comment: other } = await boris.call(reactions.comment, {
    params: { postId: theirs._id },
    body: { text: 'Спасибо' },
  });
  await anna.call(reactions.like, { params: { id: theirs._id } });
  await anna.call(reactions.likeComment, { params: { commentId: other._id } });
  await boris.call(reactions.like, { params: { id: post._id } });
  await anna.call(profile.visit, { params: { id: vera.id } });
  await anna.call(reports.create, {
    body: { kind: 'person', id: gleb.id, reason: 'spam', text: 'Шлёт рекламу' },
  });
  await anna.call(support.sendMessage, { body: { message: 'Где мои трофеи?' } });
  const roomId = await roomOf(anna, boris);
  const first = await sendMessage(anna, roomId, 'Привет');
  await sendMessage(boris, roomId, 'И тебе');
  const { message } = await boris.call(chats.send, {
    params: { roomId },
    body: { message: 'Смотри' },
    files: {
      image: [await picture()],
      video: [await video()],
      poster: [await picture('png')],
      audio: [voice()],
    },
  });
  const { filename: bg } = await boris.call(backgrounds.upload, {
    params: { roomId },
    files: { file: [await picture('webp')] },
  });
  await take(boris, (await sendMessage(boris, roomId, 'Сотру'))._id);
  const foreign = await roomOf(boris, vera);
  await sendMessage(vera, foreign, 'Это не для Анны');
  // There are several pages of posts.
  await sql`
    insert into posts (id, author_id, text)
    select gen_random_uuid(), ${anna.id}, 'Запись ' || n
    from generate_series(1, 450) n
  `.execute(db());

  const archive = await readArchive(app, anna);
  const json = (file: string) =>
    JSON.parse(archive.get(file)!.toString()) as Record<string, unknown>[];
  const everything = [...archive]
    .filter(([name]) => !name.startsWith('media/'))
    .map(([name, content]) => `${name}\n${content.toString()}`)
    .join('\n');

  expect(JSON.parse(archive.get('profile.json')!.toString())).toMatchObject({
    id: anna.id,
    name: 'Анна',
    surname: 'Белова',
    email: anna.email,
    birthDate: '1999-05-11',
    city: 'Рыбинск',
    aboutMe: 'Играю по вечерам',
    privacy: { messages: 'all', wall: 'friends' },
    quietNotifications: ['visit'],
    files: [`media/useravatars/${images.avatarUrl}`, `media/userbanners/${images.bannerUrl}`],
  });
  expect(json('friends.json')).toMatchObject([
    { id: boris.id, name: 'Борис Ёлкин', since: expect.stringMatching(/^20\d\d-/) as string },
  ]);
  expect(json('friend-requests.json')).toMatchObject([
    { from: 'them', state: 'waiting', person: { id: vera.id, name: 'Вера Холод' } },
  ]);
  expect(json('blocked.json')).toMatchObject([{ id: gleb.id, name: 'Глеб Дальний' }]);
  expect(json('muted.json')).toMatchObject([{ id: vera.id }]);
  expect(json('posts.json')).toHaveLength(451);
  expect(new Set(json('posts.json').map((row) => row['text'])).size).toBe(451);
  expect(json('posts.json').find((row) => row['id'] === post._id)).toMatchObject({
    text: 'Первый рейд',
    likes: 1,
    comments: 0,
    files: post.images.map((name) => `media/userposts/${name}`),
  });
  expect(json('photos.json')).toMatchObject([
    { id: photo._id, files: [`media/userphotos/${photo.imageUrl}`] },
  ]);
  expect(json('comments.json')).toMatchObject([
    { id: comment._id, text: 'Здорово', path: `/userpost/${theirs._id}` },
  ]);
  expect(json('likes.json')).toEqual([
    { path: `/userpost/${theirs._id}`, date: expect.any(String) as string },
    { path: `/userpost/${theirs._id}`, comment: other._id },
  ]);
  expect(json('notifications.json')).toMatchObject([
    { type: 'like', from: { name: 'Борис Ёлкин' }, path: `/userpost/${post._id}` },
    { type: 'friends' },
    { type: 'reply' },
  ]);
  expect(json('visits.json')).toMatchObject([{ id: vera.id, name: 'Вера Холод' }]);
  expect(json('sessions.json')).toEqual([
    {
      device: expect.any(String) as string,
      created: expect.any(String) as string,
      used: expect.any(String) as string,
    },
  ]);
  expect(json('reports.json')).toMatchObject([
    { kind: 'person', id: gleb.id, reason: 'spam', text: 'Шлёт рекламу', closed: null },
  ]);
  expect(json('support.json')).toMatchObject([{ text: 'Где мои трофеи?' }]);
  const [dialog] = json('dialogs.json');
  expect(json('dialogs.json')).toMatchObject([
    {
      id: roomId,
      with: { id: boris.id, name: 'Борис Ёлкин' },
      files: [`media/room-backgrounds/${bg}`],
      file: expect.stringMatching(/^dialogs\/Борис Ёлкин [0-9a-f]{12}\.json$/) as string,
    },
  ]);
  expect(json(dialog!['file'] as string)).toMatchObject([
    { id: first._id, from: { id: anna.id, name: 'Анна Белова' }, text: 'Привет' },
    { from: { name: 'Борис Ёлкин' }, text: 'И тебе' },
    {
      id: message._id,
      text: 'Смотри',
      files: [
        `media/message-images/${message.images[0]}`,
        `media/message-videos/${message.videos[0]}`,
        `media/message-images/${message.clips[0]!.poster}`,
        `media/message-audio/${message.audio}`,
      ],
    },
  ]);
  expect(archive.get('README.txt')!.toString()).toContain('Ваши данные на Респе');
  for (const name of [...archive.keys()].filter((one) => /^[^/]+\.json$/.test(one)))
    expect(archive.get('README.txt')!.toString()).toContain(`${name}\n`);

  // Files are stored as in the storage, each once, and only those that the rows name.
  const named = [...everything.matchAll(/"(media\/[^"]+)"/g)].map((match) => match[1]!);
  expect([...archive.keys()].filter((name) => name.startsWith('media/')).sort()).toEqual(
    [...new Set(named)].sort(),
  );
  expect(named).toHaveLength(10);
  const stored = await (
    await fetch(`${app.url}/media/useravatars/${images.avatarUrl}`)
  ).arrayBuffer();
  expect(archive.get(`media/useravatars/${images.avatarUrl}`)!.equals(Buffer.from(stored))).toBe(
    true,
  );

  const hashes = (
    await sql<{ password_hash: string }>`select password_hash from accounts`.execute(db())
  ).rows.map((row) => row.password_hash);
  for (const secret of [
    ...hashes,
    anna.token!,
    boris.token!,
    boris.email,
    vera.email,
    gleb.email,
    'Секрет Бориса',
    'Спасибо',
    'Сотру',
    'Это не для Анны',
    'password',
    'hash',
    'token',
  ])
    expect(everything, secret).not.toContain(secret);
  // Gleb must not learn who blocks Gleb.
  expect(
    [...(await readArchive(app, gleb))].map(([, content]) => content.toString()).join('\n'),
  ).not.toContain(anna.id);
  await until(async () => (await countReadyMails(app, anna)) === 1);
});
