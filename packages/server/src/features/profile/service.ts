import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  findEmail,
  findSuspension,
  readBirthDate,
  requestEmail,
  checkRequestedEmail,
} from '#features/account/service.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { listNotifications, notifyVisit } from '#features/notifications/service.ts';
import { newestPhotos } from '#features/photos/service.ts';
import * as people from '#features/people/service.ts';
import { newestSubscribes } from '#features/communities/service.ts';
import { countSeen, visibilityOf } from '#features/wall/service.ts';

const MAX_IDS = 100;
const BLOCK = 8;
export const NO_COVER = 'banner.jpg';

/** Returns the ids of a person's newest friends. */
const newestFriends = async (context: AppContext, id: string): Promise<string[]> =>
  (await people.pickFriends(context.db, id, { limit: MAX_IDS })).map((row) => row.friend_id);
/** The caller's own id is included if they are friends, however old the friendship is. */
const withCaller = (ids: string[], viewerId: string, relation: people.Relation): string[] =>
  relation === 'friends' && !ids.includes(viewerId)
    ? [viewerId, ...ids.slice(0, MAX_IDS - 1)]
    : ids;
export async function getOwn(context: AppContext, viewer: Viewer) {
  const row = await people.findPerson(context.db, viewer.id);
  if (row === undefined) throw appError('not_signed_in');
  return ownRecord(context, row, await newestFriends(context, viewer.id));
}
const ownRecord = async (context: AppContext, row: people.PersonRow, friends: string[]) =>
  people.presentOwn(
    row,
    friends,
    people.isOnline(context, row.id),
    await findEmail(context, row.id),
  );
type Known = { row: people.PersonRow; relation: people.Relation; friends: string[] };
async function getRecord(context: AppContext, viewer: Viewer, { row, relation, friends }: Known) {
  if (row.id === viewer.id) return ownRecord(context, row, friends);
  const isFriend = relation === 'friends';
  const showsDate = people.showsPresence(row, viewer.id, isFriend);
  const seesFriends = people.admits(row.friends_for, isFriend);
  return people.presentPerson(row, {
    friends: seesFriends ? withCaller(friends, viewer.id, relation) : [],
    friendsCount: seesFriends ? row.friends_count : 0,
    isOnline: showsDate && people.isOnline(context, row.id),
    showsDate,
  });
}
const findBoth = (context: AppContext, viewer: Viewer, id: string) =>
  Promise.all([
    people.getPerson(context, viewer.id, id),
    people.findRelation(context.db, viewer.id, id),
  ]);
const seesFriendsOf = (viewer: Viewer, row: people.PersonRow, relation: people.Relation) =>
  row.id === viewer.id || people.admits(row.friends_for, relation === 'friends');
/**
 * Returns a person: the own record with email and birth date, others without. Throws `not_found`.
 */
export async function getUser(context: AppContext, viewer: Viewer, id: string) {
  const [row, relation] = await findBoth(context, viewer, id);
  return getRecord(context, viewer, {
    row,
    relation,
    friends: seesFriendsOf(viewer, row, relation) ? await newestFriends(context, id) : [],
  });
}
/** Returns a person's record and the cards of the newest friends, which are read once for both. */
async function getRecordWithCards(
  context: AppContext,
  viewer: Viewer,
  row: people.PersonRow,
  relation: people.Relation,
) {
  const friends = seesFriendsOf(viewer, row, relation) ? await newestFriends(context, row.id) : [];
  return Promise.all([
    getRecord(context, viewer, { row, relation, friends }),
    people.presentCards(context, viewer.id, friends.slice(0, BLOCK)),
  ]);
}
/** Returns everything on a user's page except the wall. Throws `not_found`. */
export async function getProfile(context: AppContext, viewer: Viewer, id: string) {
  const [row, relation] = await findBoth(context, viewer, id);
  const isFriend = relation === 'friends';
  const seesWall =
    id === viewer.id || people.admitsToWall(row.wall_for, { isMember: true, isFriend });
  const seesFriends = seesFriendsOf(viewer, row, relation);
  const [[user, cards], notices, photos, blocks, subscribes, suspension] = await Promise.all([
    getRecordWithCards(context, viewer, row, relation),
    id === viewer.id
      ? listNotifications(context, viewer.id, { limit: MAX_IDS })
      : { notifications: [] },
    seesWall ? newestPhotos(context, viewer.id, id) : { photos: [], isLast: true },
    people.findBlockState(context.db, viewer.id, id),
    newestSubscribes(context, viewer.id, id, BLOCK),
    findSuspension(context.db, id),
  ]);
  return {
    user,
    relation,
    subscribes,
    photos: photos.photos,
    photosLast: photos.isLast,
    notifications: notices.notifications,
    friends: cards,
    standing: {
      isBlocked: blocks.byMe,
      isMuted: blocks.isMuted,
      isSuspended: suspension !== undefined,
      seesWall,
      seesFriends,
      mayWrite:
        id !== viewer.id &&
        !blocks.byMe &&
        suspension === undefined &&
        people.admits(row.messages_for, isFriend),
    },
    counts: {
      friends: seesFriends ? row.friends_count : 0,
      subscribes: row.subscribes_count,
      photos: seesWall ? row.photos_count : 0,
      posts: countSeen(
        row,
        visibilityOf({
          isAuthor: id === viewer.id,
          isMember: true,
          isFriend,
          wallFor: row.wall_for,
        }),
      ),
    },
  };
}
/**
 * Notifies the owner of a page of a visitor, once a day and never of a visit by the owner. Throws
 * `not_found`.
 */
export async function visit(context: AppContext, viewer: Viewer, id: string) {
  await people.getPerson(context, viewer.id, id);
  if (id !== viewer.id)
    await transaction(context, (tx, after) => notifyVisit(context, tx, after, viewer.id, id));
  return { ok: true, message: await people.findRelation(context.db, viewer.id, id) };
}

export type ProfileChange = {
  name?: string;
  surname?: string;
  age?: string;
  country?: string;
  city?: string;
  aboutMe?: string;
  email?: string;
  /** For another email only. */
  password?: string;
  code?: string;
};
/**
 * Changes the given fields and leaves the rest. A new email takes effect only after its
 * confirmation link is opened, and needs the password. Throws `bad_input`, `bad_password`,
 * `bad_code`, `email_taken`, `too_often` and the errors of `preparePictures`.
 */
export async function editProfile(
  context: AppContext,
  viewer: Viewer,
  input: ProfileChange,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
) {
  const { age, aboutMe, email = '', password = '', code = '', ...rest } = input;
  const change = {
    ...rest,
    ...(age === undefined || age === '' ? {} : { birth_date: readBirthDate(age) }),
    ...(aboutMe === undefined ? {} : { about_me: aboutMe }),
  };
  const wanted =
    email.trim() === ''
      ? null
      : await checkRequestedEmail(context, viewer, { email, password, code });
  await changePictures(
    context,
    viewer,
    files,
    {},
    change,
    wanted === null ? undefined : (tx) => requestEmail(context, tx, viewer.id, wanted),
  );
  return getOwn(context, viewer);
}
/**
 * Sets or removes avatar and cover. Returns their names. Throws `no_file` if there is nothing to
 * do.
 */
export async function updateImages(
  context: AppContext,
  viewer: Viewer,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
  removal: { avatar?: boolean; cover?: boolean },
) {
  if (files.avatar.length + files.cover.length === 0 && !removal.avatar && !removal.cover)
    throw appError('no_file');
  const row = await changePictures(context, viewer, files, removal, {});
  return { avatarUrl: row.avatar_url, bannerUrl: row.banner_url };
}

async function changePictures(
  context: AppContext,
  viewer: Viewer,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
  removal: { avatar?: boolean; cover?: boolean },
  change: Parameters<typeof people.updatePerson>[2],
  also?: (tx: Tx) => Promise<unknown>,
): Promise<people.PersonRow> {
  const avatar = await preparePictures(context, files.avatar, 'useravatars');
  const cover = await preparePictures(context, files.cover, 'userbanners');
  return keepPrepared(
    context,
    [...avatar, ...cover],
    { ownerId: viewer.id, scopeId: viewer.id },
    async (tx, after) => {
      const before = await people.lockPerson(tx, viewer.id);
      if (before === undefined) throw appError('not_signed_in');
      const full = { ...change };
      if (avatar[0] !== undefined || removal.avatar) full.avatar_url = avatar[0]?.name ?? '';
      if (cover[0] !== undefined || removal.cover) full.banner_url = cover[0]?.name ?? NO_COVER;
      await also?.(tx);
      if (Object.keys(full).length > 0) await people.updatePerson(tx, viewer.id, full);
      if (full.avatar_url !== undefined && before.avatar_url !== '')
        await removeMedia(context, tx, after, 'useravatars', [before.avatar_url]);
      if (full.banner_url !== undefined && before.banner_url !== NO_COVER)
        await removeMedia(context, tx, after, 'userbanners', [before.banner_url]);
      after(() => context.live.publish(`user:${viewer.id}`, { data: { type: 'me-changed' } }));
      return { ...before, ...full };
    },
  );
}
