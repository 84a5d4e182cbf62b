// Runs in the sound thread of the browser: hands what the microphone hears on to the page, in pieces. Loaded by voice-recorder.ts.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** About 43 ms: often enough for a live level, seldom enough for the page. */
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
