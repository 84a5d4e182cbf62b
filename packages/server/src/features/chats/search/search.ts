import { sql } from 'kysely';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { LAST_ID, FIRST_ID, readPage } from '#platform/database/paging.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { columns, type MessageRow } from '../messages/message-rows.ts';
import { presentAll } from '../messages/message-views.ts';
import { gatherRooms } from './found-rooms.ts';

/** A user in more rooms searches only the ones with the most recent messages. */
const MAX_ROOMS = 500;
/**
 * Messages. This many of the newest ones are scanned first: common words are found there, while the
 * index would fetch them from everywhere. For 300 rooms no more messages are read than for half as
 * many.
 */
const NEWEST = 600;
/**
 * If at least `from` of the newest messages match, a full page is likely among the next `messages`
 * ones. The index finds rarer words faster.
 */
const MORE = { messages: 1_200, from: 11 };
/**
 * To find the newest messages over all rooms, `SHARE` times its even share is read from each room,
 * and at least `EACH`.
 */
const [SHARE, EACH] = [2, 4];
const SIZE = PAGE_SIZES.messages;

/**
 * Returns the messages of the caller's rooms, or of one of them, that contain all words, newest
 * first; the last word may be a prefix. Throws `not_found` for a room the caller is no member of.
 */
export async function searchMessages(
  context: AppContext,
  viewer: Viewer,
  input: { q: string; room?: string; before?: string },
) {
  const rooms = await pickRooms(context.db, viewer.id, input.room);
  if (input.room !== undefined && rooms.length === 0) throw appError('not_found');
  if (input.q === '' || rooms.length === 0) return { found: [], isLast: true };
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    pickFound(context.db, rooms, [input.q], {
      before: input.before,
      limit,
    }),
  );
  const places = await gatherRooms(context.db, viewer.id, [
    ...new Set(rows.map((row) => row.room_id)),
  ]);
  const messages = await presentAll(
    context,
    rows,
    new Map(rooms.map((room) => [room.room_id, room.cleared_position ?? 0])),
  );
  return {
    found: rows.map((row, index) => ({
      room: places.get(row.room_id)!,
      message: messages[index]!,
    })),
    isLast,
  };
}

/** `cleared_position`: messages up to there are not searched. */
type MyRoom = { room_id: string; touched: string; cleared_position?: number };
/** Returns the rooms to search, the most recent first. */
async function pickRooms(db: Db, userId: string, room: string | undefined): Promise<MyRoom[]> {
  const query = db
    .selectFrom('room_members')
    .select(['room_id', 'touched', 'cleared_position'])
    .where('user_id', '=', userId);
  return (
    room === undefined
      ? query.orderBy('touched', 'desc').limit(MAX_ROOMS)
      : query.where('room_id', '=', room)
  ).execute();
}

/** Rooms, and for each the last message that the searcher no longer sees. */
type Places = { ids: string[]; cleared: number[] };
type Page = { before?: string | undefined; limit: number };
/**
 * Scans the newest messages first, where a common word is found at once; then uses the index, which
 * is fast for rare words.
 */
export async function pickFound(
  db: Db,
  rooms: MyRoom[],
  words: string[],
  page: Page,
): Promise<MessageRow[]> {
  const places: Places = {
    ids: rooms.map((room) => room.room_id),
    cleared: rooms.map((room) => room.cleared_position ?? 0),
  };
  const lexemes = await readWords(db, words);
  if (lexemes.length === 0) return [];
  const newest = await pickNewest(db, places, lexemes, page, NEWEST);
  const oldest = newest[0]?.oldest ?? null;
  if (newest.length < page.limit && newest.length >= MORE.from && oldest !== null)
    newest.push(
      ...(await pickNewest(
        db,
        places,
        lexemes,
        { before: oldest, limit: page.limit - newest.length },
        MORE.messages,
      )),
    );
  return newest.length === page.limit ? newest : pickByIndex(db, places, lexemes, page);
}
/**
 * Returns the stems of the words of texts, as the index has them. The last word, if longer than one
 * letter, also matches as a prefix.
 */
async function readWords(db: Db, texts: string[]): Promise<Lexeme[]> {
  const { rows } = await sql<{
    stems: string[];
  }>`
    select search_stems(word) as stems
    from unnest(${texts}::text[]) with ordinality as each (text, place)
    cross join lateral unnest(search_tokens(text)) with ordinality as found (word, nth)
    order by place, nth
  `.execute(db);
  return rows.flatMap(({ stems }, index) =>
    stems.map((stem) => ({ stem, isPrefix: index === rows.length - 1 && stem.length > 1 })),
  );
}
type Lexeme = { stem: string; isPrefix: boolean };
/**
 * Returns the word as the index holds it for one room: with the end of the room's id as a prefix.
 */
const wordIn = (room: string, { stem, isPrefix }: Lexeme) =>
  `'${room.slice(-6)}${stem}'${isPrefix ? ':*' : ''}`;
/** Returns the tsquery that a room's message must match; `room` is the column of its id. */
const fits = (lexemes: Lexeme[], room: string) =>
  sql`
    (${sql.join(
      lexemes.map(
        ({ stem, isPrefix }) =>
          sql`(quote_literal(right(${sql.ref(room)}::text,
          6) || ${stem}) || ${isPrefix ? ':*' : ''})`,
      ),
      sql` || ' & ' || `,
    )})::tsquery
  `;
/**
 * Matches texts that the index holds as they are, apart from their case and ё. Others may hide a
 * word behind an accent or an invisible character.
 */
const PLAIN = '^[ -~А-яЁё«»—–…\\n\\u2600-\\u27bf\\U0001f300-\\U0001faff]*$';
/**
 * Returns a LIKE pattern of a stem without the part that an ending may change, so that every form
 * of the word matches. Its е may be written as ё.
 */
const stemPattern = (stem: string) =>
  `%${(stem.length > 3 ? stem.slice(0, -1) : stem).replaceAll('е', '_')}%`;

type Newest = MessageRow & { oldest: string | null };
/**
 * Returns hits among the newest messages of all these rooms, scanned one after another until there
 * are enough. If all messages read from a room are among the newest, the room may have more of
 * them, so up to `most` are read from it. `oldest` is the last scanned message if there may be
 * older ones.
 */
async function pickNewest(
  db: Db,
  { ids: rooms, cleared }: Places,
  lexemes: Lexeme[],
  { before = LAST_ID, limit }: Page,
  count: number,
): Promise<Newest[]> {
  const patterns = lexemes.map(({ stem }) => stemPattern(stem));
  const [each, most] = [
    sql.lit(Math.min(count, Math.max(EACH, Math.ceil((SHARE * count) / rooms.length)))),
    sql.lit(count),
  ];
  const { rows } = await sql<Newest>`
    with looked as materialized (
      select room.id as room_id, room.cleared, message.id, message.place
      from unnest(${rooms}::uuid[], ${cleared}::bigint[]) as room (id, cleared)
      cross join lateral (
        select id, row_number() over () as place
        from (
          select id
          from messages
          where room_id = room.id and id < ${before}
          order by id desc
          limit ${each}
        ) as page
      ) as message
    ),
    top as materialized (
      select room_id, cleared, id, place
      from looked
      order by id desc
      limit ${most}
    ),
    lively as materialized (select room_id, cleared from top where place = ${each}),
    newest as materialized (
      select room_id, cleared, id
      from (
        select room_id, cleared, id
        from looked
        where room_id not in (select room_id from lively)
        union all
        select lively.room_id, lively.cleared, more.id
        from lively
        cross join lateral (
          select id
          from messages
          where room_id = lively.room_id
            and id < ${before}
            and id >= coalesce(
              (select id from top order by id desc offset ${most} - 1 limit 1), ${FIRST_ID}
            )
          order by id desc
          limit ${most}
        ) as more
      ) as candidates
      order by id desc
      limit ${most}
    )
    select found.*,
      (select id from newest order by id desc offset ${most} - 1 limit 1) as oldest
    from newest
    cross join lateral (
      select ${columns}
      from messages
      where room_id = newest.room_id
        and id = newest.id
        and position > newest.cleared
        and deleted_at is null
        and text <> ''
        and (text !~ ${PLAIN} or lower(text) like all(${patterns}::text[]))
        and message_words(room_id, text) @@ ${fits(lexemes, 'newest.room_id')}
    ) as found
    order by newest.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
/**
 * Returns hits by the word index, room by room; only the shown messages are read in full. Each word
 * is a key of its own, so that the rarest one drives the search.
 */
async function pickByIndex(
  db: Db,
  { ids: rooms, cleared }: Places,
  lexemes: Lexeme[],
  { before = LAST_ID, limit }: Page,
): Promise<MessageRow[]> {
  const names = lexemes.map((_, index) => sql.ref(`word${index}`));
  const keys = lexemes.map(
    (lexeme) => sql`${rooms.map((room) => wordIn(room, lexeme))}::tsquery[]`,
  );
  const { rows } = await sql<MessageRow>`
    with hits as materialized (
      select room.id as room_id, hit.id
      from unnest(${rooms}::uuid[], ${cleared}::bigint[], ${sql.join(keys)})
        as room (id, cleared, ${sql.join(names)})
      cross join lateral (
        select room_id, id, position
        from messages
        where deleted_at is null
          and text <> ''
          and ${sql.join(
            names.map((name) => sql`message_words(room_id, text) @@ ${name}`),
            sql` and `,
          )}
        offset 0
      ) as hit
      where hit.room_id = room.id and hit.position > room.cleared
    ),
    page as (
      select room_id, id
      from hits
      where id < ${before}
      order by id desc
      limit ${limit}
    )
    select found.*
    from page
    cross join lateral (
      select ${columns}
      from messages
      where room_id = page.room_id and id = page.id
    ) as found
    order by found.id desc
  `.execute(db);
  return rows;
}
