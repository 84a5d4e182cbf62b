import { packSent } from '@respa/contract/voice-site';
import workletUrl from './microphone-worklet.ts?worker&url';

/** Opus: 20 ms in a frame, as all others in the room send it. */
const [RATE, FRAME, FRAME_MICROS, BITRATE] = [48_000, 960, 20_000, 32_000];
export const OPUS = { codec: 'opus', sampleRate: RATE, numberOfChannels: 1 } as const;
/** Silence is sent for a moment, so that words end softly, in frames. */
const TAIL = 10;
/** What is quieter is silence, in decibels below the loudest (RFC 6464). */
const QUIETEST = 127;

/** Returns the level of samples by RFC 6464: 0 is the loudest, 127 silence. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length);
  return Math.round(Math.max(0, Math.min(QUIETEST, -decibels)));
}
export type Speaking = {
  /** Sends this track; null sends nothing. */
  send(track: MediaStreamTrack | null): Promise<void>;
  close(): void;
};

/** Encodes the microphone. `put` takes each frame; `onError` is called if the browser cannot encode. */
export function openSpeaking(
  put: (frame: Uint8Array<ArrayBuffer>) => void,
  onError: () => void,
): Speaking {
  let audio: AudioContext | undefined;
  /** What the encoder has not answered yet. */
  let waiting: { timestamp: number; level: number }[] = [];
  let [sequence, pieces, silent] = [0, 0, 0];
  const encoder = new AudioEncoder({
    output(chunk) {
      const frame = waiting.shift();
      if (frame === undefined) return;
      const payload = new Uint8Array(chunk.byteLength);
      chunk.copyTo(payload);
      sequence = (sequence + 1) & 0xffff;
      put(packSent({ sequence, ...frame, payload }));
    },
    error: onError,
  });
  encoder.configure({ ...OPUS, bitrate: BITRATE, opus: { frameDuration: FRAME_MICROS } });
  const take = (samples: Float32Array<ArrayBuffer>) => {
    pieces += 1;
    const level = levelOf(samples);
    silent = level === QUIETEST ? silent + 1 : 0;
    if (silent > TAIL || encoder.state !== 'configured') return;
    waiting.push({ timestamp: (pieces * FRAME) >>> 0, level });
    const sound = new AudioData({
      format: 'f32-planar',
      sampleRate: RATE,
      numberOfChannels: 1,
      numberOfFrames: samples.length,
      timestamp: pieces * FRAME_MICROS,
      data: samples,
    });
    encoder.encode(sound);
    sound.close();
  };
  const stop = () => {
    void audio?.close().catch(() => {});
    audio = undefined;
    waiting = [];
  };
  return {
    async send(track) {
      stop();
      if (track === null) return;
      const own = (audio = new AudioContext({ latencyHint: 'interactive' }));
      await own.audioWorklet.addModule(workletUrl);
      if (audio !== own) return;
      void own.resume().catch(() => {});
      const tap = new AudioWorkletNode(own, 'voice-pieces', {
        channelCount: 1,
        channelCountMode: 'explicit',
      });
      tap.port.addEventListener('message', ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
        if (audio === own) take(data);
      });
      tap.port.start();
      // A node that is not connected to the output does not run; this one outputs silence.
      own
        .createMediaStreamSource(new MediaStream([track]))
        .connect(tap)
        .connect(own.destination);
    },
    close() {
      stop();
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
