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
};
export type TransportEvents = {
  /** The connection has ended by itself. */
  onLost(): void;
};
