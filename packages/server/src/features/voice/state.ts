import type { Site } from './sites.ts';
import type { VoiceEngine } from '#platform/voice/engine.ts';

/** A question to the server that hosts a room, until its answer comes. */
export type Asked = { done(answer: unknown): void };
export type Person = { userId: string; sessionId: string };
/** `isMade`: whether it was answered. What ended before that was the former one with its number. */
export type Connected = Person & { clientId: string; isMade: boolean };
/** State of the voice rooms of one server. */
export type VoiceState = {
  /** Set by `mountVoice`. */
  engine: VoiceEngine | undefined;
  asked: Map<string, Asked>;
  /** Who is connected at this server, by room and number. */
  connected: Map<string, Map<number, Connected>>;
  /** Where is told who speaks in these rooms: five times a second, so the database is asked once. */
  channels: Map<string, Promise<string[]>>;
  /** The pages of this server that come through the site. */
  sites: Set<Site>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    voice: VoiceState;
  }
}

export const createVoiceState = (): VoiceState => ({
  engine: undefined,
  asked: new Map(),
  connected: new Map(),
  channels: new Map(),
  sites: new Set(),
});
