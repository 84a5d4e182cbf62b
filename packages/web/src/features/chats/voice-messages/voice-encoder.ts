// A separate worker, started by voice-recorder.ts: encodes an MP3 during the recording, so that
// nothing is left to encode at the end.
import { Mp3Encoder } from '@breezystack/lamejs';

/** First the sample rate, then pieces of sound; null means the end. */
export type EncoderMessage = { rate: number } | Float32Array | null;
/** `ready`, and at the end the MP3. */
export type EncoderAnswer = 'ready' | Blob;

// Plenty for one voice, and ten minutes of it are under 5 MB.
const KBITS = 64;
const done: Uint8Array<ArrayBuffer>[] = [];
const answer = (message: EncoderAnswer) => postMessage(message);
let encoder: Mp3Encoder;

const keep = (bytes: Uint8Array) => {
  if (bytes.length > 0) done.push(new Uint8Array(bytes));
};
addEventListener('message', ({ data }: MessageEvent<EncoderMessage>) => {
  if (data === null) {
    keep(encoder.flush());
    answer(new Blob(done, { type: 'audio/mpeg' }));
  } else if (data instanceof Float32Array)
    keep(
      encoder.encodeBuffer(
        Int16Array.from(data, (value) => Math.max(-1, Math.min(1, value)) * 32_767),
      ),
    );
  else {
    encoder = new Mp3Encoder(1, data.rate, KBITS);
    answer('ready');
  }
});
