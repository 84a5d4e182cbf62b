import type { ContextType } from 'react';
import { part } from '#lib/browser/part.tsx';
import { whenIdle } from '#lib/browser/when-idle.ts';
import type { VoicePlace, VoiceSlot } from '#ui/media/voice-slot.ts';

/** Voice is loaded once the page has nothing more urgent to do, and all of it at once. */
const load = () =>
  new Promise<void>((resolve) => {
    whenIdle(resolve);
  }).then(() => import('#features/voice/parts.ts'));
const Button = part<VoicePlace>(() => load().then((file) => file.VoiceButton));
const Panel = part<VoicePlace>(() => load().then((file) => file.VoicePanel));
const Mark = part<{ roomId: string }>(() => load().then((file) => file.VoiceMark));

export const LateVoice = part(() => load().then((file) => file.VoiceHost));
export const voiceSlot: ContextType<typeof VoiceSlot> = {
  button: (place) => <Button {...place} />,
  panel: (place) => <Panel {...place} />,
  mark: (roomId) => <Mark roomId={roomId} />,
};
