// Runs in the browser's audio thread: plays one voice that comes through the site. Loaded by voices.ts.
import { JitterBuffer } from './jitter-buffer.ts';
import type { Piece } from './voices.ts';

registerProcessor(
  'voice-player',
  class extends AudioWorkletProcessor {
    #buffer = new JitterBuffer(sampleRate);
    #isOver = false;

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<Piece | null>) => {
        if (data === null) this.#isOver = true;
        else this.#buffer.push(data.samples, data.follows);
      };
    }
    process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
      const channel = output?.[0];
      if (channel !== undefined) this.#buffer.pull(channel);
      return !this.#isOver;
    }
  },
);
