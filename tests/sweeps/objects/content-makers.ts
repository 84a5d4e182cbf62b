import * as bookmarks from '@respa/contract/bookmarks';
import * as scheduled from '@respa/contract/scheduled';
import * as chatList from '@respa/contract/chat-list';
import * as catalogue from '@respa/contract/catalogue';
import * as classifieds from '@respa/contract/classifieds';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as communities from '@respa/contract/communities';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import { playableVideo } from '../../support/files/videos.ts';
import { addGame, apkFile } from '../../support/members/games.ts';
import { picture } from '../../support/files/pictures.ts';
import { showPromo } from '../../support/members/promos.ts';
import type { MadeObject } from './live-objects.ts';

let madeVideo: Promise<Blob> | undefined;
/** One APK and one video serve all objects. */
const shortVideo = (): Promise<Blob> => (madeVideo ??= playableVideo(2));
let madeApk: File | undefined;
/**
 * How to recreate communities, files, games, videos and ads, in this order: some depend on others.
 */
export const CONTENT_MAKERS: MadeObject[] = [
  [
    'publicId',
    async ({ owner, friend }) => {
      const { pub } = await owner.call(communities.create, {
        body: { name: 'Рейды и обеды', readers: 'all' },
      });
      await friend.call(communities.subscribe, { params: { id: pub._id } });
      return { publicId: pub._id };
    },
  ],
  [
    'articleId',
    async ({ owner }, { publicId }) => ({
      articleId: (
        await owner.call(communities.createPost, {
          params: { id: publicId },
          body: { title: 'Сбор' },
          files: { file: [await picture()] },
        })
      ).post._id,
    }),
  ],
  [
    'articleCommentId',
    async ({ friend }, { articleId }) => ({
      articleCommentId: (
        await friend.call(communities.comment, {
          params: { postId: articleId },
          body: { text: 'Приду' },
        })
      ).comment._id,
    }),
  ],
  [
    'proposalId',
    async ({ friend }, { publicId }) => ({
      proposalId: (
        await friend.call(communities.propose, {
          params: { id: publicId },
          body: { title: 'Ещё сбор' },
          files: { file: [await picture('png')] },
        })
      ).post._id,
    }),
  ],
  [
    'folderId',
    async ({ owner }) => ({
      folderId: (await owner.call(cloud.mkdir, { body: { name: `Сейвы ${crypto.randomUUID()}` } }))
        .created._id,
    }),
  ],
  [
    'fileId',
    async ({ owner, friend }) => {
      const {
        added: [file],
      } = await owner.call(cloud.upload, {
        files: { file: [new File(['Пароль от сундука'], `сундук ${crypto.randomUUID()}.txt`)] },
      });
      await owner.call(cloudSharing.send, {
        params: { userId: friend.id, fileId: file!._id, fileName: file!.name },
      });
      return { fileId: file!._id };
    },
  ],
  [
    'thrownId',
    async ({ owner }) => {
      const {
        added: [thrown],
      } = await owner.call(cloud.upload, {
        files: { file: [new File(['Старое'], `старое ${crypto.randomUUID()}.txt`)] },
      });
      await owner.call(cloud.remove, { params: { id: thrown!._id } });
      return { thrownId: thrown!._id };
    },
  ],
  [
    'gameId',
    async ({ admin }) => ({
      gameId: (await addGame(admin, 'Башня', {}, (madeApk ??= apkFile())))._id,
    }),
  ],
  [
    'gameCommentId',
    async ({ owner }, { gameId }) => ({
      gameCommentId: (
        await owner.call(catalogue.comment, { params: { gameId }, body: { comment: 'Играю' } })
      ).comments[0]!._id,
    }),
  ],
  [
    'channelId',
    async ({ owner, friend }) => {
      const { channel } = await owner.call(videohost.createChannel, {
        body: { name: 'Рейды в записи' },
      });
      await friend.call(videohost.subscribe, { params: { channelId: channel._id } });
      return { channelId: channel._id };
    },
  ],
  [
    'videoId',
    async ({ owner }, { channelId }) => ({
      videoId: (
        await owner.call(videohost.createVideo, {
          body: { title: 'Первый рейд', channel: channelId },
          files: { video: [await shortVideo()] },
        })
      ).id,
    }),
  ],
  [
    'videoCommentId',
    async ({ friend }, { videoId }) => ({
      videoCommentId: (
        await friend.call(extras.comment, {
          params: { videoId },
          body: { text: 'Вот это да', second: 1 },
        })
      ).comment._id,
    }),
  ],
  [
    'playlistId',
    async ({ owner }, { videoId }) => {
      const { playlist } = await owner.call(extras.createPlaylist, { body: { name: 'Лучшее' } });
      await owner.call(extras.addToPlaylist, { params: { id: playlist._id, videoId } });
      return { playlistId: playlist._id };
    },
  ],
  [
    'adId',
    async ({ owner }) => ({
      adId: (
        await owner.call(classifieds.create, {
          body: { title: 'Шлем стража', price: '1500', phone: '+7 900 765-43-21' },
        })
      ).ad._id,
    }),
  ],
  [
    'otherAdId',
    async ({ owner }) => ({
      otherAdId: (
        await owner.call(classifieds.create, { body: { title: 'Щит стража', price: '900' } })
      ).ad._id,
    }),
  ],
  [
    'scheduledId',
    async ({ owner, things }) => ({
      scheduledId: (
        await owner.call(scheduled.schedule, {
          params: { roomId: things.roomId! },
          body: { message: 'Завтра', date: new Date(Date.now() + 86_400_000).toISOString() },
        })
      ).scheduled._id,
    }),
  ],
  [
    'chatFolderId',
    async ({ owner }) => ({
      chatFolderId: (
        await owner.call(chatList.createFolder, { body: { name: 'Рейд', kinds: ['groups'] } })
      ).folder._id,
    }),
  ],
  [
    'bookmarkFolderId',
    async ({ owner }) => ({
      bookmarkFolderId: (await owner.call(bookmarks.createFolder, { body: { name: 'Гайды' } }))
        .folder._id,
    }),
  ],
  [
    'savedSearchId',
    async ({ owner }) => ({
      savedSearchId: (await owner.call(classifiedSearches.saveSearch, { body: { q: 'щит' } }))
        .search._id,
    }),
  ],
  [
    'promoId',
    async ({ friend, admin }) => ({ promoId: await showPromo(friend, admin, 'Набор в клан') }),
  ],
  [
    'otherPromoId',
    async ({ friend, admin }) => ({ otherPromoId: await showPromo(friend, admin, 'Турнир') }),
  ],
];
