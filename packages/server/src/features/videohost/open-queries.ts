import { statement, type Db } from '#platform/database/db.ts';

type Entry = { id: string; changed: Date };
const videos = statement<Entry, [after: string, limit: number]>(`
  select id, created_at as changed
  from videos
  where opened_at is not null and listed and id > $1
  order by id
  limit $2
`);
/** Returns the videos that everyone watches, in the order of their ids. */
export const pickOpenVideos = (db: Db, after: string, limit: number): Promise<Entry[]> =>
  videos(db, after, limit);

const channels = statement<Entry, [after: string, limit: number]>(`
  select c.id, c.created_at as changed
  from video_channels c
  where c.id > $1
    and exists (
      select
      from videos v
      where v.channel_id = c.id and v.opened_at is not null and v.listed
    )
  order by c.id
  limit $2
`);
/** Returns the channels with videos that everyone watches, in the order of their ids. */
export const pickOpenChannels = (db: Db, after: string, limit: number): Promise<Entry[]> =>
  channels(db, after, limit);

const ofChannel = statement<{ id: string }, [channelId: string, before: string, limit: number]>(`
  select id
  from videos
  where channel_id = $1 and opened_at is not null and listed and id < $2
  order by id desc
  limit $3
`);
/** Returns the videos of a channel that everyone watches, newest first. */
export const pickOpenOfChannel = async (
  db: Db,
  channelId: string,
  before: string,
  limit: number,
): Promise<string[]> => (await ofChannel(db, channelId, before, limit)).map(({ id }) => id);
