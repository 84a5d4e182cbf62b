import { keepPlaying } from './keep-playing.ts';

/** How often the volumes follow who speaks, in ms. */
const FOLLOW_MS = 150;

/** Where the sound of a voice room is played. */
export type Loudspeaker = {
  /**
   * Plays a stream whose speakers may change; `readNumber` returns the number of the present one. Returns
   * what ends that.
   */
  add(track: MediaStreamTrack, readNumber: () => number | undefined): () => void;
  /** Plays a node of `audio`, as `add` does. Returns what ends that. */
  addNode(node: AudioNode, readNumber: () => number | undefined): () => void;
  audio: AudioContext;
  setDeaf(isDeaf: boolean): void;
  /** Plays through this device; '' is the usual one. Browsers without the choice keep the usual one. */
  setDevice(deviceId: string): Promise<void>;
  close(): void;
};

/**
 * Opens the loudspeaker. `volumeOf` returns how loud a member is, 1 as they are. Browsers keep a page
 * silent without a press before, or a microphone that is on: `onBlocked` learns of that.
 */
export function openLoudspeaker(
  volumeOf: (number: number | undefined) => number,
  onBlocked: (isBlocked: boolean) => void,
): Loudspeaker {
  const audio = new AudioContext({ latencyHint: 'interactive' });
  const all = audio.createGain();
  all.connect(audio.destination);
  const stopResuming = keepPlaying(audio, onBlocked);
  const elements = new Set<HTMLAudioElement>();
  const played = new Set<() => void>();
  const timer = setInterval(() => played.forEach((follow) => follow()), FOLLOW_MS);
  const addNode = (node: AudioNode, readNumber: () => number | undefined) => {
    const gain = audio.createGain();
    node.connect(gain).connect(all);
    const follow = () => {
      gain.gain.setTargetAtTime(volumeOf(readNumber()), audio.currentTime, 0.02);
    };
    follow();
    played.add(follow);
    return () => {
      played.delete(follow);
      node.disconnect();
      gain.disconnect();
    };
  };
  return {
    audio,
    addNode,
    add(track, readNumber) {
      const stream = new MediaStream([track]);
      // Chromium plays a remote track only if an element holds it too.
      const element = new Audio();
      element.muted = true;
      element.srcObject = stream;
      void element.play().catch(() => {});
      elements.add(element);
      const remove = addNode(audio.createMediaStreamSource(stream), readNumber);
      return () => {
        remove();
        element.srcObject = null;
        elements.delete(element);
      };
    },
    setDeaf(isDeaf) {
      all.gain.setTargetAtTime(isDeaf ? 0 : 1, audio.currentTime, 0.02);
    },
    async setDevice(deviceId) {
      const choosing = audio as AudioContext & { setSinkId?(id: string): Promise<void> };
      await choosing.setSinkId?.(deviceId).catch(() => {});
    },
    close() {
      clearInterval(timer);
      stopResuming();
      for (const element of elements) element.srcObject = null;
      void audio.close().catch(() => {});
    },
  };
}
