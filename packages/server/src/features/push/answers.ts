import { GROUP, PRIVATE, readRoom, sendMessage } from '#features/chats/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { openToken } from './tokens.ts';

/**
 * Sends a reply from a notification, and marks the room as read. Throws `not_found` for a token
 * that is over, and what `sendMessage` throws. The same `clientId` twice is one message.
 */
export async function replyFrom(
  context: AppContext,
  { token, message, clientId }: { token: string; message: string; clientId: string },
): Promise<void> {
  const { viewer, roomId, isGroup } = await openToken(context, token);
  await context.limits.spend('messages', viewer.id);
  const kind = isGroup ? GROUP : PRIVATE;
  await sendMessage(
    context,
    viewer,
    roomId,
    { message, clientId, files: { image: [], video: [], audio: [], poster: [] } },
    kind,
  );
  await readRoom(context, viewer, roomId, kind);
}
/** Marks a room as read from a notification. Throws `not_found` for a token that is over. */
export async function readFrom(context: AppContext, token: string): Promise<void> {
  const { viewer, roomId, isGroup } = await openToken(context, token);
  await readRoom(context, viewer, roomId, isGroup ? GROUP : PRIVATE);
}
