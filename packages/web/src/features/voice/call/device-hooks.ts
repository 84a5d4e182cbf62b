import { readCall } from './call-state.ts';
import { leaveCall } from './call.ts';
import { toggleMicrophone } from './own-sound.ts';

/** Keeps the screen of a phone on during a call. Returns what lets it go. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = () => {
    if (isOver || document.visibilityState !== 'visible') return;
    // Browsers without it, and phones that save their battery, go to sleep.
    navigator.wakeLock?.request('screen').then(
      (taken) => {
        if (isOver) void taken.release();
        else lock = taken;
      },
      () => {},
    );
  };
  if (!matchMedia('(pointer: coarse)').matches) return () => {};
  take();
  document.addEventListener('visibilitychange', take);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}

type Action = MediaSessionAction | 'togglemicrophone' | 'hangup';
/** Lets the buttons of a headset and of the lock screen mute and end the call. */
export function listenToHeadset(title: string): () => void {
  const session = navigator.mediaSession as MediaSession | undefined;
  if (session === undefined) return () => {};
  const handlers: Partial<Record<Action, () => void>> = {
    play: () => void toggleMicrophone(),
    pause: () => void toggleMicrophone(),
    togglemicrophone: () => void toggleMicrophone(),
    stop: () => void leaveCall(),
    hangup: () => void leaveCall(),
  };
  const set = (action: Action, handler: (() => void) | null) => {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // A browser that does not know the action.
    }
  };
  for (const [action, handler] of Object.entries(handlers)) set(action as Action, handler);
  if ('MediaMetadata' in window) session.metadata = new MediaMetadata({ title });
  session.playbackState = 'playing';
  return () => {
    for (const action of Object.keys(handlers)) set(action as Action, null);
    session.metadata = null;
    session.playbackState = 'none';
  };
}
/** Shows the headset and the browser whether the microphone is on. */
export function showMicrophone(): void {
  const session = navigator.mediaSession as
    | (MediaSession & { setMicrophoneActive?(isActive: boolean): Promise<void> })
    | undefined;
  void session?.setMicrophoneActive?.(readCall()?.isMuted === false);
}
