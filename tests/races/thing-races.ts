import { sql } from 'kysely';
import { expect } from 'vitest';
import * as catalogue from '@respa/contract/catalogue';
import * as cloud from '@respa/contract/cloud';
import * as videohost from '@respa/contract/videohost';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import { makeChannel, readVideo } from '../support/members/channels.ts';
import { countIn, IS_LONG, repeat, settle, times, type Race } from './course.ts';

const VIEWS = IS_LONG ? 50 : 10;

export const THING_RACES: Record<string, Race> = {
  'one folder of a name, however often it is made at once': ({ anna }) =>
    repeat(async (round) => {
      const passed = await settle(
        times(10, () => anna.call(cloud.mkdir, { body: { name: `Сейвы ${round}` } })),
      );
      expect(passed.filter(Boolean).length).toBe(1);
    }),
  'two make channels of one name at once: each has one, and finds their own by the name': ({
    db,
    anna,
    boris,
  }) =>
    repeat(async (round) => {
      const name = `Общее имя ${round}`;
      const both = [anna, boris];
      const passed = await settle(
        both.flatMap((who) =>
          times(5, () => who.call(videohost.createChannel, { body: { name } })),
        ),
      );
      expect(passed.filter(Boolean).length).toBe(both.length);
      const found = await Promise.all(
        both.map((who) => who.call(videohost.channelByName, { body: { name } })),
      );
      expect(found.map(({ channel }) => channel.admin)).toEqual(both.map(({ id }) => id));
      for (const [index, who] of both.entries()) {
        expect(await countIn(db, 'video_channels', sql`admin_id = ${who.id}`)).toBe(1);
        await who.call(videohost.removeChannel, { params: { id: found[index]!.channel._id } });
      }
    }),
  'two watch a video many times each at once: two views': async ({ db, anna, boris, join }) => {
    const author = await join('Оператор');
    const [channel, videoId] = [await makeChannel(author, 'Просмотры'), newId()];
    await sql`
      insert into videos (
        id, channel_id, owner_id, title, category, source, container, plays, width, height,
        duration, state, ladder, audience
      )
      values (
        ${videoId}, ${channel}, ${author.id}, 'Смотрите все', 'Гайды', 'x.mp4', 'mp4', true, 640,
        360, 60, 'ready', 'done', 'all'
      )
    `.execute(db);
    await repeat(async (round) => {
      await settle(
        [anna, boris].flatMap((who) =>
          times(VIEWS, () => who.call(videohost.view, { params: { videoId } })),
        ),
      );
      expect(await countIn(db, 'video_watches', sql`video_id = ${videoId}`)).toBe(2);
      expect((await readVideo(anna, videoId)).views).toBe(2 * (round + 1));
      expect(
        (
          await sql<{
            views: number;
          }>`
            select views
            from video_days
            where video_id = ${videoId}
          `.execute(db)
        ).rows,
      ).toEqual([{ views: 2 * (round + 1) }]);
      // Moves to the next day.
      await sql`
        update video_watches
        set viewed_on = viewed_on - 1
        where video_id = ${videoId}
      `.execute(db);
    });
  },
  'a game is given different stars at once: one vote each, and their mean': async ({
    db,
    anna,
    boris,
  }) => {
    const id = newId();
    await sql`insert into games (id, name, version) values (${id}, 'Спорная', '1.0')`.execute(db);
    await repeat(async () => {
      await settle(
        [anna, boris].flatMap((who) =>
          [1, 2, 3, 4, 5].map(
            (rating) => () => who.call(catalogue.rate, { params: { id, rating } }),
          ),
        ),
      );
      const { rows } = await sql<{
        rating: number;
      }>`
        select rating
        from game_votes
        where game_id = ${id}
      `.execute(db);
      const { game } = await anna.call(catalogue.one, { params: { id } });
      expect([rows.length, game.votes, game.rating]).toEqual([
        2,
        2,
        (rows[0]!.rating + rows[1]!.rating) / 2,
      ]);
      // Votes are removed while others are set.
      await settle(
        [anna, boris].flatMap((who) => [
          () => who.call(catalogue.unrate, { params: { id } }),
          () => who.call(catalogue.rate, { params: { id, rating: 3 } }),
        ]),
      );
      const left = await countIn(db, 'game_votes', sql`game_id = ${id}`);
      expect(
        (
          await sql<{
            votes: number;
            sum: number;
          }>`
            select votes, rating_sum as sum
            from games
            where id = ${id}
          `.execute(db)
        ).rows,
      ).toEqual([{ votes: left, sum: 3 * left }]);
    });
  },
};
