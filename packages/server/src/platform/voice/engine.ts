import type { Bridge, BridgeEvents } from './bridge-host.ts';
import type { Measures, ScreenOpening } from './messages.ts';

/** What an engine tells of the connections at this server. */
export type VoiceEvents = {
  up(room: string, member: number): void;
  gone(room: string, member: number): void;
  speaking(room: string, members: number[]): void;
  /** The connection of the client that showed a screen has ended by itself. */
  screenGone(room: string, client: string): void;
  /** The process has ended, and with it all connections. */
  down(): void;
};
/** How a member enters, with an offer of the browser, which only our own engine reads. */
export type Entering = { sdp: string; isListening: boolean; isMutedForAll: boolean };
/** What a page needs to enter: the answer to its offer, or a pass for a LiveKit server. */
export type Entry = { sdp: string } | { url: string; token: string };
/** Whether a member's microphone is off by their own choice, and for all. */
export type Mute = { isMuted: boolean; isMutedForAll: boolean };
/** What forwards the audio of rooms: a process of this server, or a LiveKit server. */
export type VoiceEngine = {
  /** Lets a member in. Throws `OfferRefused`, `VoiceBusy` or `VoiceDown`. */
  join(room: string, member: number, entering: Entering): Promise<Entry>;
  leave(room: string, member: number): void;
  /**
   * Lets a member of the room show a screen or see it. Returns the answer to the offer, empty if the
   * engine reads none. Throws as `join` does, `OfferRefused` with the reason 'no screen' or 'screen full'.
   */
  openScreen(opening: ScreenOpening): Promise<string>;
  /** Ends what a member shows and sees; with a client, only what it opened. */
  endScreen(room: string, member: number, client?: string): void;
  /**
   * Returns a connection to a room for a member who comes through the site. Throws as `join` does, and
   * `VoiceDown` if the engine has ways of its own through every network.
   */
  bridge(events: BridgeEvents): Promise<Bridge>;
  setMuted(room: string, member: number, mute: Mute): void;
  setDeaf(room: string, member: number, isDeaf: boolean): void;
  /** Measures this server's process now. Returns null without one. */
  measure(): Promise<Measures | null>;
  /** Returns what was measured last, at most some seconds ago; null without a process. */
  lastMeasures(): Measures | null;
  stop(): Promise<void>;
};
export class VoiceDown extends Error {}
export class OfferRefused extends Error {}
/** There is no room for another conversation. */
export class VoiceBusy extends Error {}
