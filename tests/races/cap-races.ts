import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as cloud from '@respa/contract/cloud';
import { CLASSIFIEDS, PROMOS, COMMUNITIES, UPLOADS, VIDEOHOST } from '@respa/contract/limits';
import * as promos from '@respa/contract/promos';
import * as communities from '@respa/contract/communities';
import * as videos from '@respa/contract/video-extras';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import { publishAd } from '../support/members/classifieds.ts';
import { makeChannel } from '../support/members/channels.ts';
import { Refused, type Caller } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { idOf, idSql } from '../support/query-plans.ts';
import { beginUpload } from '../support/members/uploads.ts';
import { countIn, repeat, settle, type Course, type Race } from './course.ts';

const [TRIES, LEFT] = [12, 5];
const [AD, MARK, VIDEO, LATER, ITEM, SEARCH, LIST, OWN_AD, PROMO, PUBLIC] = [
  31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
];
const upTo = (count: number) => sql`generate_series(1, ${sql.lit(count)}) n`;
type Cap = {
  /** Tries to take one; turns count from 1. */ take(turn: number): Promise<unknown>;
  count(): Promise<number>;
  most: number;
  /** Frees the slots for the next round. */ clear: RawBuilder<unknown>;
};

/**
 * Returns a race in which all but `LEFT` slots are taken and more concurrent calls come than there
 * are slots: exactly the free ones are granted.
 */
const filled =
  (open: (course: Course) => Promise<Cap>): Race =>
  async (course) => {
    const { take, count, most, clear } = await open(course);
    expect(await count()).toBe(most - LEFT);
    await repeat(async (round) => {
      const passed = await settle(
        Array.from({ length: TRIES }, (_, turn) => () => take(round * TRIES + turn + 1)),
      );
      expect([passed.filter(Boolean).length, await count()]).toEqual([LEFT, most]);
      await clear.execute(course.db);
    });
  };
/** Inserts ads as bare rows. */
const fillBoard = ({ db, vera }: Course, kind: number, count: number, owner: Caller = vera) =>
  sql`
    insert into classifieds (id, owner_id, title, price)
    select ${idSql(kind, 'n')}, ${owner.id}, 'Вещь ' || n, 1
    from ${upTo(count)}
    on conflict do nothing
  `.execute(db);
/** Inserts videos as bare rows with link access, so that no list grows. */
async function fillChannel({ db, vera }: Course, count: number): Promise<void> {
  if ((await countIn(db, 'videos', sql`owner_id = ${vera.id}`)) > 0) return;
  const channel = await makeChannel(vera, 'Полки');
  await sql`
    with made as (
      insert into videos (
        id, channel_id, owner_id, title, category, source, container, plays, width, height,
        duration, state, ladder, audience
      )
      select ${idSql(VIDEO, 'n')}, ${channel}, ${vera.id}, 'Видео ' || n, 'Гайды', n || '.mp4',
        'mp4', true, 640, 360, 60, 'ready', 'done', 'link'
      from ${upTo(count)}
      returning id
    )
    insert into reaction_objects (id, kind, owner_id)
    select id, 'video', ${vera.id}
    from made
  `.execute(db);
}
const tier = VIDEOHOST.inPlaylist - LEFT;
const beyond = (kind: number, filling: number, turn: number) =>
  idOf(kind, filling + 1 + ((turn - 1) % TRIES));
/** Creates a member whose cloud has space for exactly `LEFT` more files of this size. */
const FILE_BYTES = 1_000;
async function joinSessionRenewal({ db, join }: Course): Promise<{ owner: Caller; used: number }> {
  const owner = await join('Хранитель');
  const used = (await owner.call(cloud.usage)).quota - LEFT * FILE_BYTES - FILE_BYTES / 2;
  await sql`
    insert into cloud_owners (owner_id, used)
    values (${owner.id}, ${used})
    on conflict (owner_id) do update set used = excluded.used
  `.execute(db);
  return { owner, used };
}
async function begin(owner: Caller): Promise<void> {
  const response = await beginUpload(owner, FILE_BYTES, { purpose: 'cloud', filename: 'x.bin' });
  if (!response.ok) throw new Refused(response.status, (await response.json()) as never);
}

export const CAP_RACES: Record<string, Race> = {
  'saved searches': filled(async ({ db, boris }) => {
    await sql`
      insert into classified_searches (id, user_id, q, game, pictures, needle, game_key, key)
      select ${idSql(SEARCH, 'n')}, ${boris.id}, 'поиск', '', false, 'поиск ' || n, '', 'пои'
      from ${upTo(CLASSIFIEDS.searches - LEFT)}
    `.execute(db);
    return {
      take: (turn) => boris.call(classifiedSearches.saveSearch, { body: { q: `гонка ${turn}` } }),
      count: () => countIn(db, 'classified_searches', sql`user_id = ${boris.id}`),
      most: CLASSIFIEDS.searches,
      clear: sql`delete from classified_searches where user_id = ${boris.id} and q like 'гонка%'`,
    };
  }),
  'adverts of one member': filled(async (course) => {
    const { db, boris } = course;
    await fillBoard(course, OWN_AD, CLASSIFIEDS.each - LEFT, boris);
    return {
      take: (turn) => publishAd(boris, `Гонка ${turn}`),
      count: () => countIn(db, 'classifieds', sql`owner_id = ${boris.id}`),
      most: CLASSIFIEDS.each,
      clear: sql`delete from classifieds where owner_id = ${boris.id} and title like 'Гонка%'`,
    };
  }),
  'groups that one leads': filled(async ({ db, vera }) => {
    await sql`
      insert into publics (id, name, admin_id)
      select ${idSql(PUBLIC, 'n')}, 'Группа ' || n, ${vera.id}
      from ${upTo(COMMUNITIES.led - LEFT)}
    `.execute(db);
    return {
      take: (turn) => vera.call(communities.create, { body: { name: `Гонка ${turn}` } }),
      count: () => countIn(db, 'publics', sql`admin_id = ${vera.id}`),
      most: COMMUNITIES.led,
      clear: sql`delete from publics where admin_id = ${vera.id} and name like 'Гонка%'`,
    };
  }),
  playlists: filled(async ({ db, vera }) => {
    await sql`
      insert into video_playlists (id, owner_id, name)
      select ${idSql(LIST, 'n')}, ${vera.id}, 'Плейлист'
      from ${upTo(VIDEOHOST.playlists - LEFT)}
    `.execute(db);
    return {
      take: () => vera.call(videos.createPlaylist, { body: { name: 'Гонка' } }),
      count: () => countIn(db, 'video_playlists', sql`owner_id = ${vera.id}`),
      most: VIDEOHOST.playlists,
      clear: sql`delete from video_playlists where owner_id = ${vera.id} and name = 'Гонка'`,
    };
  }),
  'files at the edge of the quota': filled(async (course) => {
    const { owner, used } = await joinSessionRenewal(course);
    return {
      take: () =>
        owner.call(cloud.upload, {
          files: { file: [new File([Buffer.alloc(FILE_BYTES, newId())], 'x.bin')] },
        }),
      count: () => countIn(course.db, 'cloud_nodes', sql`owner_id = ${owner.id}`),
      most: LEFT,
      clear: sql`
        with gone as (delete from cloud_nodes where owner_id = ${owner.id})
        update cloud_owners
        set used = ${used}, files = 0
        where owner_id = ${owner.id}
      `,
    };
  }),
  'resumable uploads at the edge of the quota': filled(async (course) => {
    const { owner } = await joinSessionRenewal(course);
    return {
      take: () => begin(owner),
      count: () => countIn(course.db, 'uploads', sql`owner_id = ${owner.id}`),
      most: LEFT,
      clear: sql`delete from uploads where owner_id = ${owner.id}`,
    };
  }),
};
/** Limits that take a second to fill. */
export const LARGE_CAP_RACES: Record<string, Race> = {
  'favourites of the board': filled(async (course) => {
    const { db, boris } = course;
    const filling = CLASSIFIEDS.favourites - LEFT;
    await fillBoard(course, AD, filling + TRIES);
    await sql`
      insert into classified_favourites (ad_id, user_id, id)
      select ${idSql(AD, 'n')}, ${boris.id}, ${idSql(MARK, 'n')}
      from ${upTo(filling)}
    `.execute(db);
    return {
      take: (turn) =>
        boris.call(classifiedFavourites.addFavourite, {
          params: { id: beyond(AD, filling, turn) },
        }),
      count: () => countIn(db, 'classified_favourites', sql`user_id = ${boris.id}`),
      most: CLASSIFIEDS.favourites,
      clear: sql`
        delete from classified_favourites
        where user_id = ${boris.id} and ad_id > ${idOf(AD, filling)}
      `,
    };
  }),
  'inner ads of one member': filled(async ({ db, boris }) => {
    await sql`
      insert into promos (id, owner_id, title, picture, days)
      select ${idSql(PROMO, 'n')}, ${boris.id}, 'Реклама ' || n,
        '{"name":"x.webp","width":1,"height":1,"thumbhash":""}', 1
      from ${upTo(PROMOS.each - LEFT)}
    `.execute(db);
    const file = await picture();
    return {
      take: (turn) =>
        boris.call(promos.create, {
          params: { userId: boris.id },
          body: { title: `Гонка ${turn}` },
          files: { file: [file] },
        }),
      count: () => countIn(db, 'promos', sql`owner_id = ${boris.id}`),
      most: PROMOS.each,
      clear: sql`delete from promos where owner_id = ${boris.id} and title like 'Гонка%'`,
    };
  }),
  'videos kept for later': filled(async (course) => {
    const { db, boris } = course;
    await fillChannel(course, tier + TRIES);
    await sql`
      insert into video_later (user_id, video_id, id)
      select ${boris.id}, ${idSql(VIDEO, 'n')}, ${idSql(LATER, 'n')}
      from ${upTo(tier)}
    `.execute(db);
    return {
      take: (turn) =>
        boris.call(videos.addLater, { params: { videoId: beyond(VIDEO, tier, turn) } }),
      most: VIDEOHOST.inPlaylist,
      async count() {
        // An item that is in the list already may be added again, however full the list is.
        await boris.call(videos.addLater, { params: { videoId: idOf(VIDEO, 1) } });
        return countIn(db, 'video_later', sql`user_id = ${boris.id}`);
      },
      clear: sql`
        delete from video_later
        where user_id = ${boris.id} and video_id > ${idOf(VIDEO, tier)}
      `,
    };
  }),
  'videos of a playlist': filled(async (course) => {
    const { db, boris } = course;
    await fillChannel(course, tier + TRIES);
    const { playlist } = await boris.call(videos.createPlaylist, { body: { name: 'Длинный' } });
    await sql`
      insert into video_playlist_items (playlist_id, video_id, id)
      select ${playlist._id}, ${idSql(VIDEO, 'n')}, ${idSql(ITEM, 'n')}
      from ${upTo(tier)}
    `.execute(db);
    return {
      take: (turn) =>
        boris.call(videos.addToPlaylist, {
          params: { id: playlist._id, videoId: beyond(VIDEO, tier, turn) },
        }),
      count: () => countIn(db, 'video_playlist_items', sql`playlist_id = ${playlist._id}`),
      most: VIDEOHOST.inPlaylist,
      clear: sql`
        delete from video_playlist_items
        where playlist_id = ${playlist._id} and video_id > ${idOf(VIDEO, tier)}
      `,
    };
  }),
  'more resumable uploads than may wait': async ({ db, join }) => {
    const owner = await join('Забывчивый');
    await repeat(async () => {
      await settle(Array.from({ length: UPLOADS.waiting + TRIES }, () => () => begin(owner)));
      expect(await countIn(db, 'uploads', sql`owner_id = ${owner.id}`)).toBe(UPLOADS.waiting);
    });
  },
};
