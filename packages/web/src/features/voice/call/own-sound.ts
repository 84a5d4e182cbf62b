import { changeCall, readCall } from './call-state.ts';
import { askForPlace } from './call.ts';
import { applyMicrophone, readLine, renewMicrophone, tellServer } from './line.ts';
import { playSound } from './sounds.ts';

/** Turns the own microphone on or off. One that could not be opened is tried again. */
export async function toggleMicrophone(): Promise<void> {
  const [opened, now] = [readLine(), readCall()];
  if (opened === null || now === null) return;
  if (now.problem === 'full') return askForPlace(opened);
  if (now.problem !== null) {
    if (!(await renewMicrophone(opened))) return;
    changeCall({ isMuted: false });
  } else changeCall({ isMuted: !now.isMuted });
  const isMuted = readCall()?.isMuted === true;
  // Who speaks wants to hear the others too.
  if (!isMuted) setDeaf(false);
  playSound(isMuted ? 'mute' : 'unmute');
  await applyMicrophone(opened);
  await tellServer();
}
function setDeaf(isDeaf: boolean): void {
  changeCall({ isDeaf });
  readLine()?.loudspeaker.setDeaf(isDeaf);
}
/** Turns the sound of the others off or on; without it, the microphone is off too. */
export async function toggleSound(): Promise<void> {
  const [opened, now] = [readLine(), readCall()];
  if (opened === null || now === null) return;
  const isDeaf = !now.isDeaf;
  setDeaf(isDeaf);
  changeCall({ isMuted: isDeaf });
  playSound(isDeaf ? 'mute' : 'unmute');
  await applyMicrophone(opened);
  await tellServer();
}
