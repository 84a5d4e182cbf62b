/** Notes in Hz, one after the other. */
const NOTES = {
  join: [523, 784],
  leave: [784, 523],
  mute: [392],
  unmute: [659],
  signal: [659, 880],
  incoming: [784, 988, 784, 988],
  outgoing: [440],
} as const;
const NOTE_MS = 90;
let audio: AudioContext | undefined;

/** Plays a short sound, made here, so that there is no file to load. */
export function playSound(name: keyof typeof NOTES): void {
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
  for (const [index, pitch] of NOTES[name].entries()) {
    const start = audio.currentTime + (index * NOTE_MS) / 1_000;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.07, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.2);
  }
}
