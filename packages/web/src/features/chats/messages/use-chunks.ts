import { useState } from 'react';
import { cutIntoChunks, type Chunk } from './chunks.ts';
import type { Message, RoomState } from '../rooms/room-state.ts';

/** Cuts the messages of a room into chunks. Unchanged chunks keep their identity. */
export function useChunks({ messages, part, hasNewer }: RoomState): readonly Chunk[] {
  const [cut, setCut] = useState<{
    of: readonly Message[];
    chunks: readonly Chunk[];
    part: number;
    hasNewer: boolean;
  }>({ of: [], chunks: [], part, hasNewer });
  if (cut.of === messages) return cut.chunks;
  const isSamePart = cut.part === part;
  const chunks = cutIntoChunks(messages, cut.chunks, {
    above: isSamePart,
    below: isSamePart && cut.hasNewer,
  });
  setCut({ of: messages, chunks, part, hasNewer });
  return chunks;
}
