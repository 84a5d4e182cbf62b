import { VOICE } from '@respa/contract/limits';

/** Slots of a room: so many people can be heard at once. */
export const SLOTS = VOICE.slots;
/** Quieter audio is not speech: background noise that passed the noise suppression. */
const SPEECH_LEVEL = 127 - 60;
/** A pause between words keeps the slot. */
const HOLD_MS = 800;
/** A louder speaker takes a slot only from one who has been quiet for so long. */
const TAKEOVER_MS = 200;

type Slot = { member: number; spokeMs: number };
export type Slots = {
  /**
   * Returns the slot of a member's packet; null if the member is silent, or all slots are taken by
   * people who speak. `level` is 0 to 127; null counts as speech.
   */
  take(member: number, level: number | null, nowMs: number): number | null;
  /** Frees the slot of a member who left or was muted. */
  free(member: number): void;
  /** Returns who speaks now. */
  speaking(nowMs: number): number[];
};

/** Decides who of a room is heard: everyone who speaks, as long as there are slots. */
export function makeSlots(count = SLOTS): Slots {
  const slots: (Slot | null)[] = Array.from({ length: count }, () => null);
  const quietest = (nowMs: number): number | null => {
    let found: number | null = null;
    slots.forEach((slot, at) => {
      if (slot !== null && nowMs - slot.spokeMs < TAKEOVER_MS) return;
      if (found === null || (slot?.spokeMs ?? 0) < (slots[found]?.spokeMs ?? 0)) found = at;
    });
    return found;
  };
  return {
    take(member, level, nowMs) {
      const isSpeech = level === null || level >= SPEECH_LEVEL;
      const own = slots.findIndex((slot) => slot?.member === member);
      if (own !== -1) {
        const slot = slots[own]!;
        if (isSpeech) slot.spokeMs = nowMs;
        if (nowMs - slot.spokeMs <= HOLD_MS) return own;
        slots[own] = null;
        return null;
      }
      if (!isSpeech) return null;
      const empty = slots.indexOf(null);
      const at = empty === -1 ? quietest(nowMs) : empty;
      if (at === null) return null;
      slots[at] = { member, spokeMs: nowMs };
      return at;
    },
    free(member) {
      const at = slots.findIndex((slot) => slot?.member === member);
      if (at !== -1) slots[at] = null;
    },
    speaking: (nowMs) =>
      slots.flatMap((slot) =>
        slot !== null && nowMs - slot.spokeMs <= HOLD_MS ? [slot.member] : [],
      ),
  };
}
