import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { cleanFilename } from '#platform/storage/filenames.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { transaction } from '#platform/database/transaction.ts';
import { sendStored } from '#features/media/service.ts';
import { lockPerson } from '#features/people/service.ts';
import { findGame, lockGame } from './queries.ts';
import {
  countDownload,
  findVersion,
  hasDownload,
  insertDownload,
  pickVersions,
  type VersionRow,
} from './version-queries.ts';

/** Finds a version by its own id, or the newest version of a game. */
async function findWanted(context: AppContext, id: string): Promise<VersionRow | undefined> {
  if (!isId(id)) return undefined;
  return (
    (await findVersion(context.db, id)) ?? (await pickVersions(context.db, id, { limit: 1 }))[0]
  );
}
/**
 * Sends the file of a version, or of a game's newest one, with range support and under the game's
 * name; a member is counted once per version. Throws `not_found`.
 */
export async function sendDownload(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  viewerId: string | null,
  id: string,
): Promise<void> {
  const version = await findWanted(context, id);
  const game =
    version === undefined ? undefined : await findGame(context.db, version.game_id, null);
  if (version === undefined || version.file === null || game === undefined)
    throw appError('not_found');
  // A file fetched in parts causes many requests: only the first one takes locks.
  if (
    viewerId !== null &&
    request.method === 'GET' &&
    !(await hasDownload(context.db, version.id, viewerId))
  )
    await note(context, version, viewerId);
  await sendStored(
    context,
    request,
    reply,
    'gamedownloads',
    version.file,
    cleanFilename(`${game.name} ${version.version}.apk`),
  );
}
const note = (context: AppContext, { id, game_id }: VersionRow, viewerId: string): Promise<void> =>
  transaction(context, async (tx) => {
    if (
      (await lockPerson(tx, viewerId)) === undefined ||
      (await lockGame(tx, game_id)) === undefined ||
      (await findVersion(tx, id)) === undefined
    )
      return;
    if (await insertDownload(tx, id, viewerId)) await countDownload(tx, { id, game_id });
  });
