// Runs in the browser's audio thread: passes the microphone to the page in pieces of 20 ms at 48 kHz, as
// Opus takes them. Loaded by speaking.ts.

/** Opus hears 48,000 samples a second. */
const [OPUS_RATE, OPUS_PIECE] = [48_000, 960];

registerProcessor(
  'voice-pieces',
  class extends AudioWorkletProcessor {
    #piece = new Float32Array(OPUS_PIECE);
    #filled = 0;
    #last = 0;
    /** Where the next sample is taken, counted from the last one of the former block. */
    #at = 0;

    process([input]: Float32Array[][]): boolean {
      const channel = input?.[0];
      if (channel === undefined) return true;
      const step = sampleRate / OPUS_RATE;
      for (; this.#at < channel.length; this.#at += step) {
        const whole = Math.floor(this.#at);
        const one = whole === 0 ? this.#last : channel[whole - 1]!;
        this.#put(one + (channel[whole]! - one) * (this.#at - whole));
      }
      this.#at -= channel.length;
      this.#last = channel.at(-1)!;
      return true;
    }
    #put(sample: number): void {
      this.#piece[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < OPUS_PIECE) return;
      this.port.postMessage(this.#piece, [this.#piece.buffer]);
      this.#piece = new Float32Array(OPUS_PIECE);
      this.#filled = 0;
    }
  },
);
