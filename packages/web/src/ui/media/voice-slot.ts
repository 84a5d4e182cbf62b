import { createContext, type ReactNode } from 'react';

/** The conversation that a voice room belongs to. */
export type VoicePlace = {
  roomId: string;
  isGroup: boolean;
  /** Whether the member may not write there, and so not speak either. */
  isClosed: boolean;
};
/** Draws the voice room of a conversation. The page provides it, and loads it late. */
export const VoiceSlot = createContext<{
  /** In the header of the conversation. */
  button: (place: VoicePlace) => ReactNode;
  /** Below the header: who is inside. */
  panel: (place: VoicePlace) => ReactNode;
  /** In the list of conversations: how many are inside. */
  mark: (roomId: string) => ReactNode;
}>({ button: () => null, panel: () => null, mark: () => null });
