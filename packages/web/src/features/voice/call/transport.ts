export type Quality = 'good' | 'fair' | 'bad';
/** One way for the sound of a voice room between this page and the server. */
export type Transport = {
  /** `direct`: to the port for voice. `site`: through the connection of the site itself. */
  path: 'direct' | 'site';
  /** Sends this track; null sends nothing. */
  send(track: MediaStreamTrack | null): Promise<void>;
  /** Returns null while there is nothing to measure. */
  readQuality(): Promise<Quality | null>;
  close(): void;
  /** How screens go where they have no connections of their own. */
  screens?: Screens;
};
export type Screens = {
  /**
   * Sends a screen to the others, at most so many bits and pictures a second. Returns what ends it.
   * Throws `NoConnection`.
   */
  publish(
    stream: MediaStream,
    most: { maxBits: number; frames: number },
    onLost: () => void,
  ): Promise<() => void>;
  /** Receives the screen that is shown. Throws `NoConnection`. */
  watch(onLost: () => void): Promise<{ stream: MediaStream; close(): void }>;
};
export type TransportEvents = {
  /** The connection has ended by itself. */
  onLost(): void;
  /** Who speaks, by number, where the site itself does not know. */
  onSpeaking?(numbers: readonly number[]): void;
};
/** The network lets nothing through, or has broken. */
export class NoConnection extends Error {}

/** Round trip in seconds and the share of lost packets from which the sound suffers. */
const FAIR = { roundTrip: 0.2, loss: 0.02 };
const BAD = { roundTrip: 0.5, loss: 0.08 };
/** Returns how well a connection carries sound, by its round trip in seconds and the share that is lost. */
export function judge(roundTrip: number, loss: number): Quality {
  const isWorse = (limit: typeof FAIR) => roundTrip > limit.roundTrip || loss > limit.loss;
  return isWorse(BAD) ? 'bad' : isWorse(FAIR) ? 'fair' : 'good';
}
