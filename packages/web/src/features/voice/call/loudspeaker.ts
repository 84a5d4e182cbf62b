import { keepPlaying } from './keep-playing.ts';

/** How often the volumes follow who speaks, in ms. */
const FOLLOW_MS = 150;

/** Where the sound of a voice room is played. */
export type Loudspeaker = {
  /** Plays a stream whose speakers change; `readNumber` returns the number of the present one. */
  add(track: MediaStreamTrack, readNumber: () => number | undefined): void;
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
  const played: { gain: GainNode; element: HTMLAudioElement; follow: () => void }[] = [];
  const timer = setInterval(() => played.forEach(({ follow }) => follow()), FOLLOW_MS);
  return {
    add(track, readNumber) {
      const stream = new MediaStream([track]);
      // Chromium plays a remote track only if an element holds it too.
      const element = new Audio();
      element.muted = true;
      element.srcObject = stream;
      void element.play().catch(() => {});
      const gain = audio.createGain();
      audio.createMediaStreamSource(stream).connect(gain).connect(all);
      const follow = () => {
        gain.gain.setTargetAtTime(volumeOf(readNumber()), audio.currentTime, 0.02);
      };
      follow();
      played.push({ gain, element, follow });
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
      for (const { element } of played) element.srcObject = null;
      void audio.close().catch(() => {});
    },
  };
}
