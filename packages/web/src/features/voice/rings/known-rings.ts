import type { Ring } from '@respa/contract/voice';

/** What this page was told of the ringing of a room, or has done about it; null: it is over. */
type Change = { at: number; ring: Ring | null };
const changes = new Map<string, Change>();
let now = 0;
/** Calls that are over for this page, answered or declined here, whatever the server still says. */
const over = new Set<string>();
const nameOf = ({ roomId, ends }: Ring): string => `${roomId} ${ends}`;

/** Returns the moment, to compare an answer with what comes while it is on its way. */
export const ringsAsked = (): number => now;
export function noteRing(roomId: string, ring: Ring | null): void {
  now += 1;
  changes.set(roomId, { at: now, ring });
}
/** The member has answered or declined a call here; the server will know it soon. */
export const endHere = (ring: Ring): void => void over.add(nameOf(ring));
/** Returns the calls that ring by an answer that was asked for at a moment: later news counts more. */
export function mergeRings(answered: readonly Ring[], asked: number): Ring[] {
  const later = [...changes].filter(([, { at }]) => at > asked);
  const told = answered.filter(({ roomId }) => later.every(([changed]) => changed !== roomId));
  const all = [...told, ...later.flatMap(([, { ring }]) => ring ?? [])];
  return all.filter((ring) => !over.has(nameOf(ring)));
}
