import type { Message } from '../rooms/room-state.ts';

/**
 * The number of positions in a chunk. A chunk is drawn while it is near the view and keeps only its
 * height while it is far away. So few messages are drawn within one frame.
 */
const PLACES = 4;
export const chunkOf = (message: Message): number => Math.floor(message.position / PLACES);

export type Chunk = {
  key: number;
  messages: readonly Message[];
  previous: Message | undefined;
  /**
   * The chunk came with a page of history, above or below everything loaded. It is drawn when its
   * turn comes, not in one task with the rest of its page.
   */
  isLate: boolean;
};
/** The ends at which pages of history may arrive, besides new messages. */
export type Growth = { above: boolean; below: boolean };
const isSame = (a: readonly Message[], b: readonly Message[]) =>
  a.length === b.length && a.every((message, at) => message === b[at]);
/** Cuts a conversation into chunks. Unchanged chunks keep their identity. */
export function cutIntoChunks(
  messages: readonly Message[],
  before: readonly Chunk[],
  { above, below }: Growth,
): Chunk[] {
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  const [first, last] = [before[0]?.key, before.at(-1)?.key];
  const isBeyond = (key: number): boolean =>
    first !== undefined && last !== undefined && ((above && key < first) || (below && key > last));
  const chunks: Chunk[] = [];
  for (let from = 0; from < messages.length;) {
    const key = chunkOf(messages[from]!);
    let to = from + 1;
    while (to < messages.length && chunkOf(messages[to]!) === key) to += 1;
    const old = known.get(key);
    const chunk = {
      key,
      messages: messages.slice(from, to),
      previous: messages[from - 1],
      isLate: old?.isLate ?? isBeyond(key),
    };
    chunks.push(
      old !== undefined && old.previous === chunk.previous && isSame(old.messages, chunk.messages)
        ? old
        : chunk,
    );
    from = to;
  }
  return chunks;
}
