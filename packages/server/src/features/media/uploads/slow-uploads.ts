import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server as TusServer } from '@tus/server';
import { appError } from '@respa/contract/app-errors';

/**
 * Lets the protocol answer a request. A body that is slower than the pace of the server is refused
 * with `too_slow`; the bytes that have arrived are kept, and the upload can be continued.
 */
export async function handleAtPace(
  tus: TusServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = () => {
    const { status, code, message: error } = appError('too_slow');
    response.once('finish', () => request.destroy());
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        connection: 'close',
      })
      .end(JSON.stringify({ error, code }));
  };
  request.once('slow', refuse);
  try {
    await tus.handle(request, response);
  } catch (error) {
    // The protocol's own answer comes too late for a request that was refused.
    if (!response.writableEnded) throw error;
  } finally {
    request.off('slow', refuse);
  }
}
