import { TrackType, type TrackInfo } from '@livekit/protocol';
import type { Taken } from './livekit-media.ts';

/** What a participant publishes. */
export type Publishing = {
  /** Announced tracks whose media have not come yet, with the ids that the browser gave them. */
  pending: { cid: string; track: TrackInfo }[];
  /** The sections of offers that carry its tracks. */
  mids: Map<string, TrackInfo>;
};

/**
 * Returns the tracks of an offer that begin, by section, and those that end. Browsers may give a
 * new name to a track that was sent before: as with LiveKit, such a section carries the first announced track
 * of its kind.
 */
export function readTracks(
  { pending, mids }: Publishing,
  offer: string,
): { taken: Taken[]; ended: TrackInfo[] } {
  const taken: Taken[] = [];
  const ended: TrackInfo[] = [];
  for (const section of offer.split(/^m=/m).slice(1)) {
    const mid = /^a=mid:(\S+)/m.exec(section)?.[1] ?? '';
    const known = mids.get(mid);
    const isSent = /^a=send(?:only|recv)/m.test(section);
    if (isSent === (known !== undefined)) continue;
    if (known !== undefined) {
      ended.push(known);
      continue;
    }
    const id = /^a=msid:\S+ (\S+)/m.exec(section)?.[1];
    const type = section.startsWith('video') ? TrackType.VIDEO : TrackType.AUDIO;
    const named = pending.findIndex(({ cid }) => cid === id);
    const found = named >= 0 ? named : pending.findIndex(({ track }) => track.type === type);
    if (found < 0) continue;
    const [{ track }] = pending.splice(found, 1) as [(typeof pending)[number]];
    mids.set(mid, track);
    taken.push({ mid, track: track.sid });
  }
  return { taken, ended };
}
