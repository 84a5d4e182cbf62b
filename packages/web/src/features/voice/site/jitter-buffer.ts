// Evens out a voice that arrives in bursts: what one connection for everything holds up comes all at once.

/** Samples a millisecond: Opus is decoded at 48 kHz. */
const PER_MS = 48;
/** How much is collected before it is played, in samples: as little as goes without gaps. */
const [LEAST, MOST] = [60 * PER_MS, 400 * PER_MS];
/** More than this is not played at all, in samples. */
const ROOM = 2_000 * PER_MS;
/** A gap lets more be collected, a while without one less: by these factors, and samples. */
const [MORE, LESS] = [1.5, 0.9];
const CALM = 5_000 * PER_MS;
/** What is collected beyond the aim is caught up with at this speed, which nobody hears. */
const [SURPLUS, FASTER] = [60 * PER_MS, 1.04];

/** One voice at 48 kHz, played at `rate` samples a second. */
export class JitterBuffer {
  readonly #step: number;
  readonly #ring = new Float32Array(ROOM);
  #written = 0;
  /** Where is played, between two samples. */
  #read = 0;
  #aim = LEAST;
  #isPlaying = false;
  #waited = 0;
  #hasRunDry = false;
  #lowest = Infinity;
  #calm = 0;

  constructor(rate: number) {
    this.#step = (PER_MS * 1_000) / rate;
  }
  /** Returns how much is collected before it is played, in samples at 48 kHz. */
  get aim(): number {
    return this.#aim;
  }
  get #held(): number {
    return this.#written - this.#read;
  }
  /** Adds samples. `follows`: they come directly after the former ones, without silence between. */
  push(samples: Float32Array, follows: boolean): void {
    // It was no pause of the speaker, but of the network.
    if (this.#hasRunDry && follows) this.#aim = Math.min(MOST, this.#aim * MORE);
    this.#hasRunDry = false;
    for (const sample of samples) {
      this.#ring[this.#written % ROOM] = sample;
      this.#written += 1;
    }
    if (this.#held > ROOM / 2) this.#read = this.#written - this.#aim;
  }
  /** Fills the output with what is to be played now. */
  pull(output: Float32Array): void {
    if (!this.#isPlaying) this.#mayStart(output.length * this.#step);
    const isBehind = this.#held > this.#aim + SURPLUS;
    const step = this.#step * (isBehind ? FASTER : 1);
    for (let index = 0; index < output.length; index += 1) {
      if (!this.#isPlaying || this.#held < 2) {
        if (this.#isPlaying) this.#runDry();
        output[index] = 0;
        continue;
      }
      const whole = Math.floor(this.#read);
      const [one, next] = [this.#ring[whole % ROOM]!, this.#ring[(whole + 1) % ROOM]!];
      output[index] = one + (next - one) * (this.#read - whole);
      this.#read += step;
    }
    if (this.#isPlaying) this.#settle(output.length * step);
  }
  /** A short word may be all that comes, so it is not kept back longer than the aim. */
  #mayStart(samples: number): void {
    if (this.#held < 2) return;
    this.#waited += samples;
    if (this.#held < this.#aim && this.#waited < this.#aim) return;
    this.#isPlaying = true;
    this.#waited = 0;
    this.#calm = 0;
    this.#lowest = Infinity;
  }
  #runDry(): void {
    this.#isPlaying = false;
    this.#hasRunDry = true;
    this.#read = this.#written;
  }
  /** Collects less if more than enough was always there. */
  #settle(samples: number): void {
    this.#lowest = Math.min(this.#lowest, this.#held);
    this.#calm += samples;
    if (this.#calm < CALM) return;
    if (this.#lowest > LEAST / 2) this.#aim = Math.max(LEAST, this.#aim * LESS);
    this.#calm = 0;
    this.#lowest = Infinity;
  }
}
