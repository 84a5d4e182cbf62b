// Runs in the browser's audio thread: passes what the microphone records to the page, in pieces.
// Loaded by voice-recorder.ts.

/** About 43 ms: often enough for a live level, rare enough not to burden the page. */
const PIECE = 2_048;

registerProcessor(
  'voice-tap',
  class extends AudioWorkletProcessor {
    #piece = new Float32Array(PIECE);
    #filled = 0;

    process([input]: Float32Array[][]): boolean {
      const channel = input?.[0];
      if (channel === undefined) return true;
      this.#piece.set(channel, this.#filled);
      this.#filled += channel.length;
      if (this.#filled >= PIECE) {
        this.port.postMessage(this.#piece, [this.#piece.buffer]);
        this.#piece = new Float32Array(PIECE);
        this.#filled = 0;
      }
      return true;
    }
  },
);
