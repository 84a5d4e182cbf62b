import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import type { StagedFile } from '#platform/staging.ts';
import { transaction } from '#platform/transaction.ts';
import {
  findEmail,
  findSuspension,
  readBirthDate,
  requestEmail,
  weighEmail,
} from '#features/account/service.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { listNotifications, notifyVisit } from '#features/notifications/service.ts';
import { newestPhotos } from '#features/photos/service.ts';
import * as people from '#features/people/service.ts';
import { newestSubscribes } from '#features/publics/service.ts';
import { countSeen, sightOf } from '#features/wall/service.ts';

const MAX_IDS = 100;
const BLOCK = 8;
const STRIP = 4;
export const NO_COVER = 'banner.jpg';

async function friendIds(
  ground: Ground,
  id: string,
  viewerId: string,
  relation: people.Relation,
): Promise<string[]> {
  const ids = (await people.pickFriends(ground.db, id, { limit: MAX_IDS })).map(
    (row) => row.friend_id,
  );
  // The caller's own id is there if it belongs, however long ago the friendship began.
  return relation === 'friends' && !ids.includes(viewerId)
    ? [viewerId, ...ids.slice(0, MAX_IDS - 1)]
    : ids;
}
export async function getOwn(ground: Ground, viewer: Viewer) {
  const row = await people.findPerson(ground.db, viewer.id);
  if (row === undefined) throw fault('not_signed_in');
  const [email, ids] = await Promise.all([
    findEmail(ground, viewer.id),
    friendIds(ground, viewer.id, viewer.id, 'none'),
  ]);
  return people.presentOwn(row, ids, people.isOnline(ground, viewer.id), email);
}
async function getRecord(
  ground: Ground,
  viewer: Viewer,
  row: people.PersonRow,
  relation: people.Relation,
) {
  if (row.id === viewer.id) return getOwn(ground, viewer);
  const isFriend = relation === 'friends';
  const showsDate = people.showsPresence(row, viewer.id, isFriend);
  const seesFriends = people.admits(row.friends_for, isFriend);
  return people.presentPerson(row, {
    friends: seesFriends ? await friendIds(ground, row.id, viewer.id, relation) : [],
    friendsCount: seesFriends ? row.friends_count : 0,
    isOnline: showsDate && people.isOnline(ground, row.id),
    showsDate,
  });
}
/** A person: one's own record with e-mail and birth date, others' without. Throws `not_found`. */
export async function getUser(ground: Ground, viewer: Viewer, id: string) {
  const row = await people.getPerson(ground, viewer.id, id);
  return getRecord(ground, viewer, row, await people.findRelation(ground.db, viewer.id, id));
}
/** Everything of somebody's page but the wall. Throws `not_found`. */
export async function getProfile(ground: Ground, viewer: Viewer, id: string) {
  const [row, relation] = await Promise.all([
    people.getPerson(ground, viewer.id, id),
    people.findRelation(ground.db, viewer.id, id),
  ]);
  const isFriend = relation === 'friends';
  const [seesWall, seesFriends] = [
    id === viewer.id || people.admits(row.wall_for, isFriend),
    id === viewer.id || people.admits(row.friends_for, isFriend),
  ];
  const [user, block, notices, photos, blocks, subscribes, suspension] = await Promise.all([
    getRecord(ground, viewer, row, relation),
    seesFriends ? people.pickFriends(ground.db, id, { limit: BLOCK }) : [],
    id === viewer.id
      ? listNotifications(ground, viewer.id, { limit: MAX_IDS })
      : { notifications: [] },
    seesWall ? newestPhotos(ground, id, STRIP) : [],
    people.findBlockState(ground.db, viewer.id, id),
    newestSubscribes(ground, viewer.id, id, BLOCK),
    findSuspension(ground.db, id),
  ]);
  return {
    user,
    relation,
    subscribes,
    photos,
    notifications: notices.notifications,
    friends: await people.presentCards(
      ground,
      viewer.id,
      block.map((friend) => friend.friend_id),
    ),
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
        sightOf({ isAuthor: id === viewer.id, isFriend, wallFor: row.wall_for }),
      ),
    },
  };
}
/** Tells the owner of a page about a visitor, once a day and never of oneself. Throws `not_found`. */
export async function visit(ground: Ground, viewer: Viewer, id: string) {
  await people.getPerson(ground, viewer.id, id);
  if (id !== viewer.id)
    await transaction(ground, (tx, after) => notifyVisit(ground, tx, after, viewer.id, id));
  return { ok: true, message: await people.findRelation(ground.db, viewer.id, id) };
}

export type ProfileChange = {
  name?: string;
  surname?: string;
  age?: string;
  country?: string;
  city?: string;
  aboutMe?: string;
  email?: string;
};
/** Changes what is given and leaves the rest; another e-mail is asked for and waits for its link. Throws `bad_input`, `email_taken`, `too_often` and what the pictures deserve. */
export async function editProfile(
  ground: Ground,
  viewer: Viewer,
  given: ProfileChange,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
) {
  const { age, aboutMe, email = '', ...rest } = given;
  const change = {
    ...rest,
    ...(age === undefined || age === '' ? {} : { birth_date: readBirthDate(age) }),
    ...(aboutMe === undefined ? {} : { about_me: aboutMe }),
  };
  const wanted = email.trim() === '' ? null : await weighEmail(ground, viewer.id, email);
  await changePictures(
    ground,
    viewer,
    files,
    {},
    change,
    wanted === null ? undefined : (tx) => requestEmail(ground, tx, viewer.id, wanted),
  );
  return getOwn(ground, viewer);
}
/** Puts up or takes down avatar and cover. Answers their names. Throws `no_file` where there is nothing to do. */
export async function updateImages(
  ground: Ground,
  viewer: Viewer,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
  removal: { avatar?: boolean; cover?: boolean },
) {
  if (files.avatar.length + files.cover.length === 0 && !removal.avatar && !removal.cover)
    throw fault('no_file');
  const row = await changePictures(ground, viewer, files, removal, {});
  return { avatarUrl: row.avatar_url, bannerUrl: row.banner_url };
}

async function changePictures(
  ground: Ground,
  viewer: Viewer,
  files: { avatar: StagedFile[]; cover: StagedFile[] },
  removal: { avatar?: boolean; cover?: boolean },
  change: Parameters<typeof people.updatePerson>[2],
  also?: (tx: Tx) => Promise<unknown>,
): Promise<people.PersonRow> {
  const avatar = await preparePictures(ground, files.avatar, 'useravatars');
  const cover = await preparePictures(ground, files.cover, 'userbanners');
  return keepPrepared(
    ground,
    [...avatar, ...cover],
    { ownerId: viewer.id, scopeId: viewer.id },
    async (tx, after) => {
      const before = await people.lockPerson(tx, viewer.id);
      if (before === undefined) throw fault('not_signed_in');
      const full = { ...change };
      if (avatar[0] !== undefined || removal.avatar) full.avatar_url = avatar[0]?.name ?? '';
      if (cover[0] !== undefined || removal.cover) full.banner_url = cover[0]?.name ?? NO_COVER;
      await also?.(tx);
      if (Object.keys(full).length > 0) await people.updatePerson(tx, viewer.id, full);
      if (full.avatar_url !== undefined && before.avatar_url !== '')
        await removeMedia(ground, tx, after, 'useravatars', [before.avatar_url]);
      if (full.banner_url !== undefined && before.banner_url !== NO_COVER)
        await removeMedia(ground, tx, after, 'userbanners', [before.banner_url]);
      after(() => ground.live.publish(`user:${viewer.id}`, { data: { type: 'me-changed' } }));
      return { ...before, ...full };
    },
  );
}
