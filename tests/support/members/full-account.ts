import { expect } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as catalogue from '@respa/contract/catalogue';
import * as chats from '@respa/contract/chats';
import * as classifieds from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as exports from '@respa/contract/exports';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as promos from '@respa/contract/promos';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as videoExtras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { openLink, waitFor } from '../files/archive.ts';
import { publishAd } from './classifieds.ts';
import { makeChannel, publish } from './channels.ts';
import { type Caller, type TestApp } from '../driver.ts';
import { addGame, joinAdmin } from './games.ts';
import { picture } from '../files/pictures.ts';
import { video } from '../files/videos.ts';
import { showPromo } from './promos.ts';
import { makeCommunity, propose, write } from './communities.ts';
import { roomOf, sendMessage } from './conversations.ts';
import { beginUpload, sendPart } from './uploads.ts';
import { befriend } from './group-chats.ts';

/** The word in the names and texts of what a member leaves behind. */
export const WORD = 'Исчезаев';
export type Company = Record<'gone' | 'friend' | 'other' | 'early', Caller>;

/**
 * Lets a member use everything that there is: posts, conversations, files, communities, games,
 * promos, videos, ads and an archive, with friends who answer. Returns what is checked afterwards.
 */
export async function fillAccount(app: TestApp, { gone, friend, other, early }: Company) {
  await befriend(gone, friend);
  await gone.call(friends.make, { params: { id: other.id } });
  await early.call(friends.make, { params: { id: gone.id } });
  const images = await gone.call(profile.updateImages, {
    files: { avatar: [await picture()], banner: [await picture('png')] },
  });
  await gone.call(profile.edit, { body: { aboutMe: 'Скоро меня не будет' } });
  await gone.call(privacy.set, { body: { presence: 'friends' } });
  const { post } = await gone.call(wall.create, {
    body: { title: 'Запись' },
    files: { file: [await picture(), await picture('webp')] },
  });
  const { photo } = await gone.call(photos.create, {
    files: { file: [await picture('png', '#104010')] },
  });
  const { post: friendsPost } = await friend.call(wall.create, {
    body: { title: 'Запись подруги' },
  });
  for (const id of [friendsPost._id, post._id, photo._id])
    for (const who of [gone, other]) {
      await who.call(reactions.like, { params: { id } });
      const { comment } = await who.call(reactions.comment, {
        params: { postId: id },
        body: { text: `от ${who === gone ? 'него' : 'других'}` },
      });
      for (const liker of [gone, friend])
        await liker.call(reactions.likeComment, { params: { commentId: comment._id } });
    }
  await gone.call(profile.visit, { params: { id: other.id } });
  await friend.call(profile.visit, { params: { id: gone.id } });
  await gone.call(privacy.block, { params: { id: early.id } });
  await other.call(privacy.mute, { params: { id: gone.id } });
  await gone.call(reports.create, { body: { kind: 'person', id: other.id, reason: 'spam' } });
  await other.call(reports.create, {
    body: { kind: 'userpost', id: post._id, reason: 'other', text: 'Так нельзя' },
  });
  await gone.call(support.sendMessage, { body: { message: 'Не работает', email: gone.email } });
  await gone.call(notifications.setSettings, { body: { quiet: ['visit'] } });
  const roomId = await roomOf(gone, friend);
  const asked = await sendMessage(friend, roomId, 'Как дела?');
  for (const [who, emoji] of [
    [gone, '🔥'],
    [friend, '🔥'],
    [gone, '👍'],
  ] as const)
    await who.call(extras.react, { params: { messageId: asked._id }, body: { emoji } });
  await gone.call(extras.saveDraft, { params: { roomId }, body: { text: 'Скоро меня' } });
  const { message } = await gone.call(chats.send, {
    params: { roomId },
    body: { message: 'Прощай', clientId: 'last-words' },
    files: { image: [await picture()], video: [await video()] },
  });

  const elsewhere = await roomOf(friend, other);
  await friend.call(extras.forward, {
    body: { messages: [message._id], rooms: [elsewhere], clientId: 'farewell' },
  });
  await friend.call(chats.send, {
    params: { roomId },
    body: {
      message: '@Глеб, до встречи',
      replyTo: message._id,
      mentions: [{ user: gone.id, offset: 0, length: 5 }],
    },
  });

  const { created: folder } = await gone.call(cloud.mkdir, { body: { name: `${WORD} хранит` } });
  const { added: stored } = await gone.call(cloud.upload, {
    body: { folder: folder._id },
    files: {
      file: [
        new File(['тайна облака'], `${WORD}.txt`),
        new File([await picture('png', '#205020')], 'снимок.png'),
      ],
    },
  });
  await gone.call(cloudSharing.send, {
    params: { userId: friend.id, fileId: stored[0]!._id, fileName: 'x' },
  });
  await gone.call(cloudSharing.publish, { params: { id: stored[1]!._id } });
  const {
    added: [input],
  } = await friend.call(cloud.upload, { files: { file: [new File(['дано'], 'дано.txt')] } });
  await friend.call(cloudSharing.send, {
    params: { userId: gone.id, fileId: input!._id, fileName: 'x' },
  });
  await gone.call(cloudSharing.accept, { params: { id: input!._id } });
  const upload = (
    await beginUpload(gone, 100, { purpose: 'cloud', filename: `${WORD}.dat` })
  ).headers.get('location')!;
  await sendPart(gone, upload, 0, new TextEncoder().encode('начало тайны'));
  const [led, read] = [
    await makeCommunity(gone, 'Группа ушедшего'),
    await makeCommunity(friend, 'Группа подруги'),
  ];
  for (const who of [friend, other]) await who.call(communities.subscribe, { params: { id: led } });
  await gone.call(communities.subscribe, { params: { id: read } });
  await friend.call(communities.addEditor, { params: { id: read, userId: gone.id } });
  await write(gone, read, 'От редактора');
  await propose(gone, led, 'Сам себе');
  const article = await write(gone, led, 'Напоследок');
  await gone.call(communities.comment, {
    params: { postId: article._id },
    body: { text: 'Пока' },
  });
  await gone.call(communities.likePost, { params: { postId: article._id, publicId: led } });

  const admin = await joinAdmin(app);
  const game = await addGame(admin, 'Останется', { tags: 'вместе' });
  for (const [who, rating] of [
    [gone, 1],
    [friend, 4],
  ] as const) {
    await who.call(catalogue.rate, { params: { id: game._id, rating } });
    await who.call(catalogue.setStatus, {
      params: { id: game._id },
      body: { status: 'playing' },
    });
    await who.call(catalogue.comment, {
      params: { gameId: game._id },
      body: { comment: `об игре от ${who === gone ? 'него' : 'подруги'}` },
    });
    expect((await who.request(catalogue.download, { params: { id: game._id } })).status).toBe(200);
  }

  const [ownPromo, theirs, hidden] = [
    await showPromo(gone, admin, WORD),
    await showPromo(friend, admin, 'Реклама подруги'),
    await showPromo(friend, admin, 'Скрытая'),
  ];
  const { imageUrl: promoPicture } = (await gone.call(promos.one, { params: { id: ownPromo } })).ad;
  for (const who of [gone, other]) {
    await who.call(promos.view, { params: { id: theirs } });
    await who.call(promos.click, { params: { id: theirs } });
  }
  await friend.call(promos.view, { params: { id: ownPromo } });
  await gone.call(promos.hide, { params: { id: hidden } });

  const [channel, watched] = [
    await makeChannel(gone, `Канал: ${WORD}`),
    await makeChannel(friend, 'Канал подруги'),
  ];
  for (const [who, channelId] of [
    [friend, channel],
    [gone, watched],
  ] as const)
    await who.call(videohost.subscribe, { params: { channelId } });
  await friend.call(videohost.addHelper, { params: { id: watched, userId: gone.id } });
  const [firstVideo, secondVideo] = [
    await publish(gone, 'Уйдёт со мной'),
    await publish(gone, 'Останется подруге', { channel: watched }),
  ];
  for (const { _id } of [firstVideo, secondVideo]) {
    await gone.call(videohost.view, { params: { videoId: _id } });
    await gone.call(videohost.likeVideo, { params: { id: _id } });
    await gone.call(videoExtras.comment, {
      params: { videoId: _id },
      body: { text: 'Смотрю', second: 1 },
    });
    await gone.call(videoExtras.addLater, { params: { videoId: _id } });
    await friend.call(videoExtras.addLater, { params: { videoId: _id } });
  }
  const { playlist } = await gone.call(videoExtras.createPlaylist, { body: { name: WORD } });
  await gone.call(videoExtras.addToPlaylist, {
    params: { id: playlist._id, videoId: secondVideo._id },
  });
  await gone.call(videohost.interesting);
  const [sold, seen] = [
    await publishAd(gone, `Меч: ${WORD}`, { phone: '+7 900 000-00-99' }, [
      await picture('png', '#505010'),
    ]),
    await publishAd(friend, 'Щит подруги'),
  ];
  await friend.call(classifiedFavourites.addFavourite, { params: { id: sold._id } });
  for (const { _id: id } of [sold, seen])
    for (const who of [gone, friend]) await who.call(classifieds.click, { params: { id } });
  await gone.call(classifiedFavourites.addFavourite, { params: { id: seen._id } });
  await gone.call(classifiedSearches.saveSearch, { body: { q: WORD } });
  await gone.call(exports.start);
  const archive = await waitFor(gone, 'ready');
  expect((await openLink(app, archive.link)).status).toBe(200);
  return {
    archive,
    elsewhere,
    firstVideo,
    friendsPost,
    game,
    images,
    input,
    message,
    ownPromo,
    photo,
    post,
    promoPicture,
    roomId,
    sold,
    stored,
    theirs,
    upload,
    watched,
  };
}
