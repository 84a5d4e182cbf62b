import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { gatherViews } from '#features/media/service.ts';
import { gatherCards } from '#features/people/service.ts';
import { gatherLinks } from '#features/links/service.ts';
import { gatherPolls } from '#features/polls/service.ts';
import { FOLDERS } from './media/attachments.ts';
import * as lookups from './message-lookups.ts';
import * as queries from './message-queries.ts';
import { fileNamesOf, type MessageRow } from './message-rows.ts';
import { presentMessage } from './present.ts';
import { referencedUserIds } from './text/system-messages.ts';
import { gatherVersions } from './version-queries.ts';

/**
 * Returns messages as every reader sees them. Only replies, forwarded messages, polls and addresses
 * cost an extra query; a row that was just written carries its author. Quotes of messages up to
 * `cleared`, by room, are empty: their reader no longer sees them.
 */
export async function presentAll(
  context: AppContext,
  rows: MessageRow[],
  cleared?: ReadonlyMap<string, number>,
) {
  const [quoted, views, polls, links] = await Promise.all([
    queries.gatherQuoted(context.db, rows),
    gatherViews(context, FOLDERS.file, rows.flatMap(fileNamesOf)),
    gatherPolls(context.db, 'message', rows),
    gatherLinks(context.db, 'message', rows),
  ]);
  for (const { room_id: roomId, reply_to: id } of cleared === undefined ? [] : rows)
    if (id !== null && (quoted.get(id)?.position ?? 0) <= (cleared!.get(roomId) ?? 0))
      quoted.delete(id);
  const people = [
    ...referencedUserIds(rows),
    ...[...quoted.values()].map((row) => row.user_id),
    ...rows.flatMap((row) => row.forwarded_from ?? []),
  ];
  const known = new Map(
    rows.flatMap(({ author }) => (author ? [[author.id, author] as const] : [])),
  );
  const cards = await gatherCards(
    context.db,
    [...new Set(people)].filter((id) => !known.has(id)),
  );
  for (const [id, author] of known) cards.set(id, author);
  return rows.map((row) => presentMessage(row, { cards, quoted, views, polls, links }));
}
export async function presentOne(context: AppContext, row: MessageRow) {
  return (await presentAll(context, [row]))[0]!;
}

/**
 * Returns what a message said before its edits, the newest first, to those who may read it. Throws
 * `not_found`.
 */
export async function listVersions(context: AppContext, viewer: Viewer, id: string) {
  const message = isId(id) ? await lookups.findReadable(context.db, id, viewer.id) : undefined;
  if (message === undefined) throw appError('not_found');
  const versions = (await gatherVersions(context.db, [id])).get(id) ?? [];
  return versions.map(({ text, formatting, written_at: date }) => ({
    message: text,
    formatting,
    date: date.toISOString(),
  }));
}

/** Returns the author of a message, or null if the viewer is not in its room. */
export const findMessageAuthor = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> =>
  (await lookups.findReadable(context.db, id, viewerId))?.user_id ?? null;
