// Runs in the browser's audio thread, which goes on while the page is behind a game: lets the
// microphone through while the member speaks or holds the key. Loaded by gate.ts.
type GateRules = import('./gate.ts').GateRules;

/** A pause between words keeps the gate open, in seconds. */
const HOLD = 0.4;
/** In seconds: a gate that opens and closes at once clicks. */
const FADE = 0.01;
/** How often the page learns the level, in seconds. */
const REPORT = 0.05;

registerProcessor(
  'voice-gate',
  class extends AudioWorkletProcessor {
    #rules: GateRules = { isByVoice: true, threshold: 0, isHeld: false };
    #gain = 0;
    #openFor = 0;
    #loudest = 0;
    #sinceReport = 0;

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<GateRules>) => {
        this.#rules = data;
      };
    }
    #isOpen(level: number, seconds: number): boolean {
      const { isByVoice, threshold, isHeld } = this.#rules;
      if (!isByVoice) return isHeld;
      this.#openFor = level >= threshold ? HOLD : this.#openFor - seconds;
      return threshold === 0 || this.#openFor > 0;
    }
    process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
      const [heard, passed] = [input?.[0], output?.[0]];
      if (heard === undefined || passed === undefined) return true;
      let loudest = 0;
      for (const sample of heard) loudest = Math.max(loudest, Math.abs(sample));
      const seconds = heard.length / sampleRate;
      const aim = this.#isOpen(loudest, seconds) ? 1 : 0;
      const step = 1 / (FADE * sampleRate);
      for (let index = 0; index < heard.length; index += 1) {
        this.#gain += Math.max(-step, Math.min(step, aim - this.#gain));
        passed[index] = heard[index]! * this.#gain;
      }
      this.#loudest = Math.max(this.#loudest, loudest);
      this.#sinceReport += seconds;
      if (this.#sinceReport >= REPORT) {
        this.port.postMessage({ level: this.#loudest, isOpen: aim === 1 });
        this.#loudest = 0;
        this.#sinceReport = 0;
      }
      return true;
    }
  },
);
