import { keepPlaying } from './keep-playing.ts';
import workletUrl from './gate-worklet.ts?worker&url';

/** When the microphone is heard. */
export type GateRules = {
  /** While the member speaks; otherwise while they hold a key. */
  isByVoice: boolean;
  /** The peak of the sound from which it counts as speech, 0 to 1. */
  threshold: number;
  isHeld: boolean;
};
export type GateLevel = { level: number; isOpen: boolean };
export type Gate = {
  /** What is to be sent. */
  track: MediaStreamTrack | null;
  setRules(rules: GateRules): void;
  /** Muted, nothing passes whatever the rules are. */
  setMuted(isMuted: boolean): void;
  onLevel(listener: (level: GateLevel) => void): () => void;
  close(): void;
};

/**
 * Puts a gate behind a microphone. Where its code cannot be loaded, everything passes while the
 * microphone is on, or while the key is held.
 */
export async function openGate(microphone: MediaStream): Promise<Gate> {
  const raw = microphone.getAudioTracks()[0] ?? null;
  const audio = new AudioContext({ latencyHint: 'interactive' });
  const listeners = new Set<(level: GateLevel) => void>();
  const stopResuming = keepPlaying(audio);
  const close = () => {
    stopResuming();
    microphone.getTracks().forEach((track) => track.stop());
    void audio.close().catch(() => {});
  };
  const onLevel = (listener: (level: GateLevel) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  try {
    await audio.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(audio, 'voice-gate', {
      channelCount: 1,
      channelCountMode: 'explicit',
      outputChannelCount: [1],
    });
    node.port.addEventListener('message', ({ data }: MessageEvent<GateLevel>) =>
      listeners.forEach((listener) => listener(data)),
    );
    node.port.start();
    const destination = audio.createMediaStreamDestination();
    audio.createMediaStreamSource(microphone).connect(node).connect(destination);
    const track = destination.stream.getAudioTracks()[0] ?? null;
    return {
      track,
      setRules: (rules) => node.port.postMessage(rules),
      setMuted(isMuted) {
        if (track !== null) track.enabled = !isMuted;
      },
      onLevel,
      close,
    };
  } catch {
    let [isWanted, isOff] = [true, false];
    const apply = () => {
      if (raw !== null) raw.enabled = isWanted && !isOff;
    };
    return {
      track: raw,
      setRules({ isByVoice, isHeld }) {
        isWanted = isByVoice || isHeld;
        apply();
      },
      setMuted(isMuted) {
        isOff = isMuted;
        apply();
      },
      onLevel,
      close,
    };
  }
}
