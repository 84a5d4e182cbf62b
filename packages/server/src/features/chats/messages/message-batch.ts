import { statement, type Db } from '#platform/database/db.ts';
import { names } from './message-rows.ts';
import { SELECT_SENT, type NewMessage, type Sent } from './message-queries.ts';
import { mayWriteIn } from '../rooms/room-rights.ts';

/** A text-only message without mentions and formatting: what `insertMessages` writes. */
export type Words = Pick<
  NewMessage,
  'id' | 'userId' | 'text' | 'clientId' | 'isGroup' | 'replyTo' | 'isSilent'
>;
/**
 * Does what `insertMessage` does, for several messages of one room in one statement: the room, its
 * members and the disk are touched once, however many messages there are. The messages keep the
 * input order. In a private room, `low_run` and `high_run` are the lengths of the leading run of
 * messages by one person: up to there, a member without unread messages has read the room by
 * writing. All counts are carried in the room's row: PostgreSQL re-evaluates a member's row that
 * changed while the statement waited for the room, and it would not find the rows of other tables
 * then.
 */
const writeMessages = statement<
  Sent,
  [
    roomId: string,
    ids: string[],
    userIds: string[],
    texts: string[],
    clientIds: (string | null)[],
    repliesTo: (string | null)[],
    areGroups: (boolean | null)[],
    areSilent: boolean[],
  ]
>(`
  with held as (
    select id, is_group, low_id, high_id
    from rooms
    where id = $1::uuid
    for no key update
  ),
  given as (
    select *
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::boolean[],
      $8::boolean[])
      with ordinality as g (id, user_id, text, client_id, reply_to, is_group, is_silent, place)
  ),
  allowed as (
    select m.user_id, r.is_group, r.low_id
    from held r
    join room_members m on m.room_id = r.id and m.user_id = any($3::uuid[])
    where ${mayWriteIn('r', 'm.user_id')}
    for key share of m
  ),
  let_in as (
    select g.*, coalesce(a.user_id = a.low_id, false) as is_low
    from given g
    join allowed a on a.user_id = g.user_id and a.is_group = coalesce(g.is_group, a.is_group)
  ),
  claimed as (
    insert into message_clients (room_id, user_id, client_id, message_id)
    select $1::uuid, user_id, client_id, id
    from let_in
    where client_id is not null
    order by place
    on conflict do nothing
    returning message_id
  ),
  fresh as (
    select *, row_number() over (order by place) as nth
    from let_in
    where client_id is null or id in (select message_id from claimed)
  ),
  sums as (
    select count(*) as n,
      count(*) filter (where is_low) as low_n,
      array_agg(user_id) as writers,
      (array_agg(id order by nth desc))[1] as newest,
      coalesce(min(nth) filter (where not is_low) - 1, count(*)) as low_run,
      coalesce(min(nth) filter (where is_low) - 1, count(*)) as high_run
    from fresh
  ),
  room as (
    update rooms r
    set seq = r.seq + n, position = r.position + n, touched = case when r.is_group then newest end
    from sums
    where r.id = $1::uuid and n > 0
    returning r.seq - n as seq, r.position - n as position, r.is_group, r.low_id, sums.*
  ),
  message as (
    insert into messages (
      room_id, id, user_id, position, born, seq, text, media, client_id, reply_to, mentions,
      forwarded_from, is_silent
    )
    select $1::uuid, f.id, f.user_id, room.position + nth, room.seq + nth, room.seq + nth, f.text,
      '[]', f.client_id, f.reply_to, '[]', null, f.is_silent
    from fresh f, room
    returning ${names}
  ),
  told as (
    update room_members m
    set touched = case when m.is_group then m.touched else newest end,
      unread = m.unread + case when m.is_group then 0 when m.user_id = low_id then n - low_n
        else low_n end,
      read_position = case when m.is_group or m.unread > 0 then m.read_position
        when m.user_id = low_id and low_run > 0 then room.position + low_run
        when m.user_id <> low_id and high_run > 0 then room.position + high_run else m.read_position
        end,
      archived_position = case when m.is_group or m.is_muted
        or (case when m.user_id = low_id then n - low_n else low_n end) = 0
        then m.archived_position end,
      draft = case when m.user_id = any(writers) then null else m.draft end
    from room
    where m.room_id = $1::uuid
      and (not m.is_group or (m.user_id = any(writers) and m.draft is not null))
    returning m.user_id, m.unread, m.is_muted
  )
  ${SELECT_SENT}
  order by message.seq
`);

/**
 * Writes messages of one room as if one came after another. The result has the input order; an
 * element is undefined where `insertMessage` returns undefined.
 */
export async function insertMessages(
  db: Db,
  roomId: string,
  input: Words[],
): Promise<(Sent | undefined)[]> {
  const rows = await writeMessages(
    db,
    roomId,
    input.map(({ id }) => id),
    input.map(({ userId }) => userId),
    input.map(({ text }) => text),
    input.map(({ clientId }) => clientId),
    input.map(({ replyTo = null }) => replyTo),
    input.map(({ isGroup }) => isGroup),
    input.map(({ isSilent = false }) => isSilent),
  );
  const sent = new Map<string, Sent>();
  const later = new Map<string, number>();
  // The returned counters are those after the last message. For an earlier message, subtract from
  // each member's count what others wrote later.
  for (const row of rows.toReversed()) {
    const own = later.get(row.user_id) ?? 0;
    const others = [...later.values()].reduce((sum, count) => sum + count, 0);
    const members = row.is_group
      ? null
      : (row.members ?? []).map((notified) => ({
          ...notified,
          unread: notified.unread - (others - (later.get(notified.user_id) ?? 0)),
        }));
    sent.set(row.id, { ...row, members });
    later.set(row.user_id, own + 1);
  }
  return input.map(({ id }) => sent.get(id));
}
