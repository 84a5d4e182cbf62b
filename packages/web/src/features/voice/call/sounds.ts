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
/** A sound that the browser keeps back for longer is not heard at all, in ms. */
const LATE_MS = 300;

/**
 * Plays a short sound, made here, so that there is no file to load. Browsers keep pages silent until a
 * press: what would have been heard before is not made up for then, all at once.
 */
export function playSound(name: keyof typeof NOTES): void {
  const context = (audio ??= new AudioContext());
  if (context.state === 'running') return play(context, name);
  const asked = Date.now();
  context.resume().then(
    () => {
      if (Date.now() - asked < LATE_MS) play(context, name);
    },
    () => {},
  );
}
function play(audio: AudioContext, name: keyof typeof NOTES): void {
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
