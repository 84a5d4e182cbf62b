import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { STREAM_BUFFER } from '@respa/contract/limits';
import type { Frame } from './frames.ts';

export type StreamWriter = {
  /** Combines all writes to a socket within one turn of the event loop into one system call. */
  cork(socket: Socket): void;
  /**
   * Writes a frame. Returns false for a reader that does not read: its memory is bounded, so its
   * connection is closed, and it resumes by Last-Event-ID.
   */
  write(response: ServerResponse, frame: Frame): boolean;
};

export function createStreamWriter(): StreamWriter {
  const corked = new Set<Socket>();
  const uncork = () => {
    for (const socket of corked) socket.uncork();
    corked.clear();
  };
  const cork = (socket: Socket) => {
    if (corked.has(socket)) return;
    if (corked.size === 0) setImmediate(uncork);
    corked.add(socket);
    socket.cork();
  };
  return {
    cork,
    write(response, frame) {
      const { socket } = response;
      if (response.writableLength > STREAM_BUFFER) {
        response.destroy();
        return false;
      }
      // The response waits for its turn behind another one on the same connection, or is not
      // chunked.
      if (socket === null || !response.chunkedEncoding) {
        response.write(frame.bare);
        return true;
      }
      // Writes to the socket directly, bypassing the response, which would send the chunk in three
      // pieces and count it again for each reader.
      cork(socket);
      if (!response.writableEnded && !socket.destroyed) socket.write(frame.chunk);
      return true;
    },
  };
}
