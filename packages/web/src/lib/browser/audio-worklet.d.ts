// What the browser's audio thread provides; TypeScript's own types know only pages and workers.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Samples a second. */
declare const sampleRate: number;
