import { sql, type RawBuilder } from 'kysely';
import * as scheduled from '@respa/contract/scheduled';
import * as chatList from '@respa/contract/chat-list';
import * as account from '@respa/contract/account';
import * as admins from '@respa/contract/admin';
import * as catalogue from '@respa/contract/catalogue';
import * as classifieds from '@respa/contract/classifieds';
import * as cloud from '@respa/contract/cloud';
import * as events from '@respa/contract/events';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { Refused, signIn, type TestApp } from '../support/driver.ts';
import { playableVideo } from '../support/files/videos.ts';
import { addGame, apkFile } from '../support/members/games.ts';
import { makeGroup, sendToGroup } from '../support/members/group-chats.ts';
import { picture } from '../support/files/pictures.ts';
import { addPasskey } from '../support/members/passkeys.ts';
import { makePromo, showPromo } from '../support/members/promos.ts';
import { roomOf, sendMessage } from '../support/members/conversations.ts';
import { makePoll, readPoll, voteFor } from '../support/members/polls.ts';
import type { Things } from './access-row.ts';
import type { seedFixtures } from './sweep-requests.ts';
import { addPushDevice } from '../support/members/push-devices.ts';
import { addSticker, makeGif, makePack } from '../support/members/stickers.ts';
import { removeSurplus } from './surplus.ts';

/**
 * The objects of `seedFixtures`, and pending ones: a user who requested the owner's friendship, a
 * draft, a file that was sent to the owner, and the tasks of the admin panel.
 */
export type LiveObjects = Things & {
  asker: string;
  draftId: string;
  sentId: string;
  eventId: string;
  supportMessageId: string;
  caseId: string;
  waitingPromoId: string;
  jobId: string;
};
export type SeededWorld = Omit<Awaited<ReturnType<typeof seedFixtures>>, 'things'> & {
  app: TestApp;
  things: LiveObjects;
};

const unblocked = (one: string, other: string) =>
  sql`
    not exists (
      select
      from blocks
      where (blocker_id, blocked_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid,
        ${one}::uuid))
    )
  `;
const mayCome = (id: string) => sql`not exists (select from suspensions where user_id = ${id})`;
const granted = (id: string, to: string) =>
  sql`exists (select from cloud_grants where node_id = ${id} and user_id = ${to})`;
const comment = (id: string) => sql`from comments where id = ${id}`;
/** An object is intact while this query finds a row. */
const INTACT: Record<keyof LiveObjects, (things: LiveObjects) => RawBuilder<unknown>> = {
  owner: ({ owner }) => sql`from accounts where id = ${owner} and ${mayCome(owner)}`,
  friend: ({ owner, friend }) =>
    sql`
      from friendships
      where user_id = ${owner} and friend_id = ${friend} and ${mayCome(friend)}
    `,
  stranger: ({ owner, stranger }) =>
    sql`
      from accounts
      where id = ${stranger} and ${mayCome(stranger)} and ${unblocked(owner, stranger)}
    `,
  sessionId: ({ sessionId }) => sql`from sessions where id = ${sessionId}`,
  passkeyId: ({ passkeyId, owner }) =>
    sql`from passkeys where id = ${passkeyId} and user_id = ${owner}`,
  roomId: ({ roomId }) => sql`from rooms where id = ${roomId}`,
  scheduledId: ({ scheduledId }) => sql`from scheduled_messages where id = ${scheduledId}`,
  chatFolderId: ({ chatFolderId }) => sql`from chat_folders where id = ${chatFolderId}`,
  messageId: ({ messageId }) => sql`from messages where id = ${messageId} and deleted_at is null`,
  postId: ({ postId }) => sql`from posts where id = ${postId}`,
  pollId: ({ pollId }) =>
    sql`from polls where id = ${pollId} and closed_at is null and room_id is not null`,
  pollOptionId: ({ pollOptionId, pollId, friend }) =>
    sql`
      from poll_votes
      where option_id = ${pollOptionId} and poll_id = ${pollId} and user_id = ${friend}
    `,
  packId: ({ packId, owner }) =>
    sql`from sticker_packs where id = ${packId} and owner_id = ${owner}`,
  pushDeviceId: ({ pushDeviceId, owner }) =>
    sql`from push_devices where id = ${pushDeviceId} and user_id = ${owner}`,
  stickerId: ({ stickerId, packId }) =>
    sql`from stickers where id = ${stickerId} and pack_id = ${packId}`,
  gifId: ({ gifId, owner }) => sql`from saved_gifs where id = ${gifId} and user_id = ${owner}`,
  photoId: ({ photoId }) => sql`from photos where id = ${photoId}`,
  photoName: ({ photoId }) => sql`from photos where id = ${photoId}`,
  commentId: ({ commentId }) => comment(commentId),
  noticeId: ({ noticeId }) => sql`from notifications where id = ${noticeId}`,
  groupId: ({ groupId, owner, friend }) =>
    sql`
      from rooms
      where id = ${groupId}
        and creator_id = ${owner}
        and 2 = (
          select count(*)
          from room_members
          where room_id = rooms.id and user_id in (${owner}, ${friend})
        )
    `,
  groupMessageId: ({ groupId, groupMessageId }) =>
    sql`
      from messages
      where id = ${groupMessageId} and room_id = ${groupId} and deleted_at is null
    `,
  publicId: ({ publicId, owner, friend }) =>
    sql`
      from publics
      where id = ${publicId}
        and admin_id = ${owner}
        and opened_at is not null
        and exists (
          select
          from public_subscriptions
          where public_id = publics.id and user_id = ${friend}
        )
    `,
  articleId: ({ articleId, publicId }) =>
    sql`from public_posts where id = ${articleId} and public_id = ${publicId}`,
  articleCommentId: ({ articleCommentId }) => comment(articleCommentId),
  proposalId: ({ proposalId, publicId }) =>
    sql`
      from public_posts
      where id = ${proposalId} and public_id = ${publicId} and state = 'proposed'
    `,
  folderId: ({ folderId }) => sql`from cloud_nodes where id = ${folderId} and trashed_at is null`,
  fileId: ({ fileId, friend }) =>
    sql`
      from cloud_nodes
      where id = ${fileId} and trashed_at is null and ${granted(fileId, friend)}
    `,
  thrownId: ({ thrownId }) =>
    sql`from cloud_nodes where id = ${thrownId} and trashed_at is not null`,
  gameId: ({ gameId }) => sql`from games where id = ${gameId}`,
  gameCommentId: ({ gameCommentId }) => comment(gameCommentId),
  channelId: ({ channelId, owner, friend }) =>
    sql`
      from video_channels
      where id = ${channelId}
        and admin_id = ${owner}
        and exists (
          select
          from channel_subscriptions
          where channel_id = video_channels.id and user_id = ${friend}
        )
    `,
  videoId: ({ videoId, channelId }) =>
    sql`from videos where id = ${videoId} and channel_id = ${channelId}`,
  videoCommentId: ({ videoCommentId }) => comment(videoCommentId),
  playlistId: ({ playlistId }) => sql`from video_playlists where id = ${playlistId}`,
  adId: ({ adId }) => sql`from classifieds where id = ${adId} and closed_at is null`,
  otherAdId: ({ otherAdId }) => sql`
    from classifieds
    where id = ${otherAdId} and closed_at is null
  `,
  savedSearchId: ({ savedSearchId }) => sql`from classified_searches where id = ${savedSearchId}`,
  promoId: ({ promoId }) => sql`from promos where id = ${promoId} and state = 'shown'`,
  otherPromoId: ({ otherPromoId }) =>
    sql`from promos where id = ${otherPromoId} and state = 'shown'`,
  asker: ({ asker, owner }) =>
    sql`from friend_requests where from_id = ${asker} and to_id = ${owner}`,
  draftId: ({ draftId }) => sql`from posts where id = ${draftId} and is_draft`,
  sentId: ({ sentId, owner }) =>
    sql`
      from cloud_nodes
      where id = ${sentId} and trashed_at is null and ${granted(sentId, owner)}
    `,
  eventId: ({ eventId }) => sql`from events where id = ${eventId}`,
  supportMessageId: ({ supportMessageId }) =>
    sql`from support_messages where id = ${supportMessageId} and state = 'new'`,
  caseId: ({ caseId }) => sql`from report_cases where id = ${caseId} and closed_at is null`,
  waitingPromoId: ({ waitingPromoId }) =>
    sql`from promos where id = ${waitingPromoId} and state = 'waiting'`,
  jobId: ({ jobId }) =>
    sql`
      from graphile_worker._private_jobs
      where id = ${jobId}::bigint and attempts = max_attempts
    `,
};
export const PLACES = Object.keys(INTACT) as (keyof LiveObjects)[];

let madeVideo: Promise<Blob> | undefined;
/** One APK and one video serve all objects. */
const shortVideo = (): Promise<Blob> => (madeVideo ??= playableVideo(2));
let madeApk: File | undefined;

type Maker = (world: SeededWorld, things: LiveObjects) => Promise<Partial<LiveObjects>>;
const lift = async ({ admin }: SeededWorld, id: string) =>
  void (await admin.call(admins.lift, { params: { id } }));
async function makeAsker({ app, owner }: SeededWorld): Promise<Partial<LiveObjects>> {
  const asker = await app.join('Тимофей', 'Просящий');
  await asker.call(friends.make, { params: { id: owner.id } });
  return { asker: asker.id };
}
const makeDraft: Maker = async ({ owner }) => ({
  draftId: (await owner.call(wall.create, { body: { title: 'Черновик', draft: 'true' } })).post._id,
});
const makeSent: Maker = async ({ owner, friend }) => {
  const {
    added: [file],
  } = await friend.call(cloud.upload, {
    files: { file: [new File(['Карта'], `карта ${crypto.randomUUID()}.txt`)] },
  });
  await friend.call(cloud.send, {
    params: { userId: owner.id, fileId: file!._id, fileName: file!.name },
  });
  return { sentId: file!._id };
};
const makeEvent: Maker = async ({ admin }) => ({
  eventId: (await admin.call(events.create, { body: { text: 'Затмение', month: 8, day: 2 } })).event
    ._id,
});
export async function makeSupportMessage({
  friend,
  admin,
}: SeededWorld): Promise<Pick<LiveObjects, 'supportMessageId'>> {
  await friend.call(support.sendMessage, { body: { message: 'Не открывается' } });
  return {
    supportMessageId: (await admin.call(admins.messages, { query: { state: 'new' } })).messages[0]!
      ._id,
  };
}
const makeCase: Maker = async ({ friend, admin }, { postId }) => {
  await friend.call(reports.create, { body: { kind: 'userpost', id: postId, reason: 'spam' } });
  return { caseId: (await admin.call(admins.reports, { query: { state: 'open' } })).cases[0]!._id };
};
export const makeWaiting = async ({ friend }: SeededWorld) => ({
  waitingPromoId: (await makePromo(friend, 'Ждёт ответа'))._id,
});
/** Creates a permanently failed job, of a kind that no server here runs. */
const makeJob: Maker = async ({
  app: {
    server: {
      context: { db },
    },
  },
}) => {
  const {
    rows: [job],
  } = await sql<{
    id: string;
  }>`select id::text as id from graphile_worker.add_job('sweeps.never', payload := '{}')`.execute(
    db,
  );
  await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts
    where id = ${job!.id}::bigint
  `.execute(db);
  return { jobId: job!.id };
};
/** How to recreate an object, in this order: some depend on others. */
const MAKERS: [keyof LiveObjects, Maker][] = [
  [
    'owner',
    async (world, { owner }) => {
      await lift(world, owner);
      world.owner = await signIn(world.app, world.owner);
      return {};
    },
  ],
  [
    'friend',
    async (world, { friend: id }) => {
      const { owner, admin } = world;
      await lift(world, id);
      world.friend = await signIn(world.app, world.friend);
      for (const [one, other] of [
        [owner, world.friend],
        [world.friend, owner],
        [admin, world.friend],
      ] as const)
        await one.call(privacy.unblock, { params: { id: other.id } });
      await owner.request(friends.make, { params: { id } });
      await world.friend.request(friends.accept, { params: { to: owner.id } });
      return {};
    },
  ],
  [
    'stranger',
    async (world, { stranger: id }) => {
      await lift(world, id);
      await world.owner.call(privacy.unblock, { params: { id } });
      return {};
    },
  ],
  [
    'sessionId',
    async ({ app, owner }) => {
      await signIn(app, owner);
      return {
        sessionId: (await owner.call(account.sessions)).sessions.find(({ current }) => !current)!
          ._id,
      };
    },
  ],
  ['passkeyId', async ({ owner }) => ({ passkeyId: (await addPasskey(owner))._id })],
  ['roomId', async ({ owner, friend }) => ({ roomId: await roomOf(owner, friend) })],
  [
    'messageId',
    async ({ owner }, { roomId }) => ({
      messageId: (await sendMessage(owner, roomId, 'Между нами'))._id,
    }),
  ],
  ['pollId', ({ owner, friend }, { roomId }) => makePoll(owner, friend, roomId)],
  [
    'pollOptionId',
    async ({ owner, friend }, { pollId }) => {
      const poll = await readPoll(owner, pollId);
      await voteFor(friend, poll, 0);
      return { pollOptionId: poll.options[0]!._id };
    },
  ],
  [
    'postId',
    async ({ owner }) => ({
      postId: (await owner.call(wall.create, { body: { title: 'Запись' } })).post._id,
    }),
  ],
  ['pushDeviceId', async ({ owner }) => ({ pushDeviceId: await addPushDevice(owner) })],
  ['packId', ({ owner }) => makePack(owner)],
  ['stickerId', async ({ owner }, { packId }) => ({ stickerId: await addSticker(owner, packId) })],
  ['gifId', async ({ owner }, { roomId }) => ({ gifId: await makeGif(owner, roomId) })],
  [
    'photoId',
    async ({ owner }) => {
      const { photo } = await owner.call(photos.create, { files: { file: [await picture()] } });
      return { photoId: photo._id, photoName: photo.imageUrl };
    },
  ],
  [
    'commentId',
    async ({ owner }, { postId }) => ({
      commentId: (
        await owner.call(reactions.comment, { params: { postId }, body: { text: 'Первый' } })
      ).comment._id,
    }),
  ],
  [
    'noticeId',
    async ({ owner, friend }) => {
      const { post } = await owner.call(wall.create, { body: { title: 'Ещё запись' } });
      await friend.call(reactions.comment, {
        params: { postId: post._id },
        body: { text: 'Вижу' },
      });
      return { noticeId: (await owner.call(notifications.list)).notifications[0]!._id };
    },
  ],
  ['groupId', async ({ owner, friend }) => ({ groupId: await makeGroup(owner, 'Рейд', friend) })],
  [
    'groupMessageId',
    async ({ owner }, { groupId }) => ({
      groupMessageId: (await sendToGroup(owner, groupId, 'В беседе'))._id,
    }),
  ],
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
      await owner.call(cloud.send, {
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
    'savedSearchId',
    async ({ owner }) => ({
      savedSearchId: (await owner.call(classifieds.saveSearch, { body: { q: 'щит' } })).search._id,
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
  ['asker', makeAsker],
  ['draftId', makeDraft],
  ['sentId', makeSent],
  ['eventId', makeEvent],
  ['supportMessageId', makeSupportMessage],
  ['caseId', makeCase],
  ['waitingPromoId', makeWaiting],
  ['jobId', makeJob],
];

/**
 * Adds the pending objects to those of `seedFixtures`, except the job, which no call creates:
 * `mend` does.
 */
export async function seedAdminFixtures(
  made: Awaited<ReturnType<typeof seedFixtures>> & { app: TestApp },
): Promise<SeededWorld> {
  const world = made as SeededWorld;
  world.things.jobId = '0';
  for (const make of [
    makeAsker,
    makeDraft,
    makeSent,
    makeEvent,
    makeSupportMessage,
    makeCase,
    makeWaiting,
  ])
    Object.assign(world.things, await make(world, world.things));
  return world;
}
/**
 * What is written when an object is deleted or closed. A dropped job leaves no record, so its call
 * is matched by key.
 */
const DELETING_WRITES =
  / delete$|^(?:blocks|suspensions) insert|trashed_at|deleted_at|closed_at|state|admin_id|creator_id|pack_id|shared|is_draft/;
export const mayDelete = (key: string, written: readonly string[]): boolean =>
  key.includes('/admin/jobs/') || written.some((one) => DELETING_WRITES.test(one));
/**
 * Recreates an object. If the sweep itself has reached a limit, removes the surplus and tries
 * again.
 */
async function recreate(world: SeededWorld, make: Maker): Promise<void> {
  const made = await make(world, world.things).catch(async (error: unknown) => {
    if (!(error instanceof Refused && (await removeSurplus(world, error.body.code)))) throw error;
    return make(world, world.things);
  });
  Object.assign(world.things, made);
}
/**
 * Recreates objects that are no longer intact, and returns their names. Objects that depend on them
 * are recreated too.
 */
export async function mend(world: SeededWorld): Promise<string[]> {
  const {
    app: { server },
    things,
  } = world;
  const mended: string[] = [];
  for (;;) {
    const { rows } = await sql<{ thing: string }>`${sql.join(
      PLACES.map(
        (thing) =>
          sql`select ${thing}::text as thing where not exists (select ${INTACT[thing](things)})`,
      ),
      sql` union all `,
    )}`.execute(server.context.db);
    const fallen = rows.map(({ thing }) => thing);
    if (fallen.length === 0) return mended;
    if (mended.length > 60) throw new Error(`cannot be made anew: ${fallen.join()}`);
    // Opens what the owner has closed; otherwise nobody could create objects together with them.
    if (!fallen.includes('owner'))
      await world.owner.call(privacy.set, {
        body: { messages: 'all', wall: 'all', friends: 'all', presence: 'all' },
      });
    for (const [thing, make] of MAKERS) if (fallen.includes(thing)) await recreate(world, make);
    mended.push(...fallen);
  }
}
