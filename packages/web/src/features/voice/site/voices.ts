import type { HeardFrame } from '@respa/contract/voice-site';
import type { Loudspeaker } from '../call/loudspeaker.ts';
// A file with imports has no default export for the linter, whatever the query says.
// oxlint-disable-next-line import/default
import workletUrl from './player-worklet.ts?worker&url';
import { OPUS } from './speaking.ts';

/** Samples of a voice, decoded. `follows`: directly after the former ones. */
export type Piece = { samples: Float32Array; follows: boolean };
/** Microseconds of a sample, and how many of them a timestamp counts. */
const [MICROS, RATE] = [1_000_000, OPUS.sampleRate];
/** A jump of the numbers is loss up to this many frames; a larger one is another stream of the speaker. */
const MAX_JUMP = 1_000;
/** Who is silent for so long gets a new player when they speak again, in ms. */
const IDLE_MS = 60_000;

type Voice = { play(frame: HeardFrame): void; heardMs: number; close(): void };
export type Voices = {
  play(frame: HeardFrame): void;
  /** Returns how many frames were received and how many were missing, since it was asked last. */
  count(): { received: number; lost: number };
  close(): void;
};

/** Plays the voices of a room. Throws what the browser throws if it does not load the player. */
export async function openVoices(loudspeaker: Loudspeaker): Promise<Voices> {
  await loudspeaker.audio.audioWorklet.addModule(workletUrl);
  const voices = new Map<number, Voice>();
  let counted = { received: 0, lost: 0 };
  const drop = (speaker: number) => {
    voices.get(speaker)?.close();
    voices.delete(speaker);
  };
  const timer = setInterval(() => {
    for (const [speaker, { heardMs }] of voices)
      if (performance.now() - heardMs > IDLE_MS) drop(speaker);
  }, IDLE_MS);
  return {
    play(frame) {
      const { speaker } = frame;
      let voice = voices.get(speaker);
      if (voice === undefined) {
        voice = openVoice(loudspeaker, speaker, {
          lose: (frames) => {
            counted.lost += frames;
          },
          fail: () => drop(speaker),
        });
        voices.set(speaker, voice);
      }
      counted.received += 1;
      voice.play(frame);
    },
    count() {
      const since = counted;
      counted = { received: 0, lost: 0 };
      return since;
    },
    close() {
      clearInterval(timer);
      for (const speaker of voices.keys()) drop(speaker);
    },
  };
}
/** How far one number of 16 bits is ahead of another: -32768 to 32767. */
const ahead = (one: number, other: number): number => ((one - other + 0x18000) & 0xffff) - 0x8000;

/** Plays the voice of one member. */
function openVoice(
  loudspeaker: Loudspeaker,
  speaker: number,
  { lose, fail }: { lose(frames: number): void; fail(): void },
): Voice {
  const player = new AudioWorkletNode(loudspeaker.audio, 'voice-player', {
    numberOfInputs: 0,
    outputChannelCount: [1],
  });
  const remove = loudspeaker.addNode(player, () => speaker);
  let next: number | null = null;
  const decoder = new AudioDecoder({
    output(sound) {
      const samples = new Float32Array(sound.numberOfFrames);
      sound.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      const { timestamp, numberOfFrames: frames } = sound;
      sound.close();
      // Times are whole microseconds.
      const follows = next !== null && Math.abs(timestamp - next) < MICROS / 1_000;
      next = timestamp + (frames * MICROS) / RATE;
      player.port.postMessage({ samples, follows } satisfies Piece, [samples.buffer]);
    },
    error: fail,
  });
  decoder.configure(OPUS);
  let last: number | null = null;
  const voice: Voice = {
    heardMs: performance.now(),
    play({ sequence, timestamp, payload }) {
      const jump = last === null ? 1 : ahead(sequence, last);
      if (jump <= 0 && jump > -MAX_JUMP) return;
      if (jump > 1 && jump < MAX_JUMP) lose(jump - 1);
      last = sequence;
      voice.heardMs = performance.now();
      if (decoder.state !== 'configured') return;
      const micros = Math.round((timestamp * MICROS) / RATE);
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: micros, data: payload }));
    },
    close() {
      if (decoder.state !== 'closed') decoder.close();
      player.port.postMessage(null);
      remove();
    },
  };
  return voice;
}
