import type { ServerResponse } from 'node:http';
import type { Frame } from './frames.ts';

/** An open stream and what its reader already has. */
export type Reader = {
  response: ServerResponse;
  channels: Set<string>;
  tags: Set<string>;
  /** The stream's id among all open streams of all instances, if it belongs to a user. */
  streamId: string | undefined;
  /** Frames that arrived while the reader is still being caught up from the database. */
  waiting: { id: string | undefined; frame: Frame }[] | null;
  /** The number of the last change that the reader has; undefined if the stream is not numbered. */
  last: number | undefined;
  /**
   * Changes that arrived before an earlier one: two writers commit in order, but their events may
   * arrive out of order.
   */
  early: Map<number, Frame>;
  /** Runs while an earlier change is missing. */
  timeout: NodeJS.Timeout | undefined;
  onClose: () => void;
};

export const createReader = (
  response: ServerResponse,
  { channels, tags, onClose }: { channels: string[]; tags: string[]; onClose: () => void },
): Reader => ({
  response,
  channels: new Set(channels),
  tags: new Set(tags),
  streamId: undefined,
  waiting: [],
  last: undefined,
  early: new Map(),
  timeout: undefined,
  onClose,
});

/**
 * A change missing for this long is not coming: the reader is disconnected and finds it in the
 * database when it resumes.
 */
const GAP_MS = 2_000;

/**
 * Passes a frame on in the order of the numbers: duplicates are dropped and early changes wait.
 * Calls `giveUp` when an earlier change does not arrive in time.
 */
export function deliverInOrder(
  reader: Reader,
  id: string | undefined,
  frame: Frame,
  { write, giveUp }: { write: (frame: Frame) => void; giveUp: () => void },
): void {
  if (id === undefined || reader.last === undefined) return write(frame);
  const number = Number(id);
  if (number <= reader.last) return;
  reader.early.set(number, frame);
  for (
    let next = reader.early.get(reader.last + 1);
    next !== undefined;
    next = reader.early.get(reader.last + 1)
  ) {
    reader.last += 1;
    reader.early.delete(reader.last);
    write(next);
    clearTimeout(reader.timeout);
    reader.timeout = undefined;
  }
  if (reader.early.size > 0) reader.timeout ??= setTimeout(giveUp, GAP_MS).unref();
}
