import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How fast a long body must arrive on average in each window. A mobile connection of 4 KB/s is four
 * times as fast, and may be silent for three quarters of a minute.
 */
export type Pace = { bytesPerSecond: number; windowMs: number };
export const makePace = (): Pace => ({ bytesPerSecond: 1024, windowMs: 60_000 });

/** How often a window is looked at. What is too slow ends up to a sixth of a window later. */
const LOOKS = 12;
/** Milliseconds for reading the refusal. */
const LEAVE_MS = 5_000;
/**
 * Milliseconds for the rest of a body that is answered already, so that the client can read the
 * answer instead of a broken connection.
 */
const REST_MS = 60_000;

/**
 * Ends a request whose body arrives slower than the pace: emits `slow` on it, so that the receiver
 * of the body refuses it with `too_slow`, and closes the connection seconds later, at once if
 * nobody listens. Only the time counts in which the server waits for the client.
 */
export function watchPace(
  request: IncomingMessage,
  response: ServerResponse,
  { bytesPerSecond, windowMs }: Pace,
): void {
  const { socket } = request;
  let seen = socket.bytesRead;
  let [looks, bytes] = [0, 0];
  const looking = setInterval(() => {
    if (request.complete) return clearInterval(looking);
    const came = socket.bytesRead - seen;
    seen += came;
    // Bytes that wait in the buffer: the disk or a queue of this server is slow, not the client.
    if (came === 0 && request.readableLength > 0) return;
    looks += 1;
    bytes += came;
    if (looks < LOOKS) return;
    if (bytes < (bytesPerSecond * windowMs) / 1000) end();
    [looks, bytes] = [0, 0];
  }, windowMs / LOOKS).unref();
  let leaving: NodeJS.Timeout | undefined;
  const leaveIn = (ms: number) => {
    clearTimeout(leaving);
    leaving = setTimeout(() => socket.destroy(), ms).unref();
  };
  const end = () => {
    clearInterval(looking);
    const isHeard = !response.writableEnded && request.emit('slow');
    if (isHeard) leaveIn(LEAVE_MS);
    else socket.destroy();
  };
  const stop = () => {
    clearInterval(looking);
    clearTimeout(leaving);
  };
  response.once('finish', () => {
    if (!request.complete) leaveIn(REST_MS);
  });
  request.once('end', stop).once('close', stop);
}
