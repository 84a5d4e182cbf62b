import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconHeadphones, IconPhone } from '#ui/icons.ts';
import type { VoicePlace } from '#ui/media/voice-slot.ts';
import { useVoiceMembers } from '../api.ts';
import { useCall } from '../call/call-state.ts';
import { joinCall } from '../call/call.ts';

/** Enters the voice room, in the header of its conversation. */
export function VoiceButton({ roomId, isGroup, isClosed }: VoicePlace) {
  const call = useCall();
  const { length: count } = useVoiceMembers(roomId);
  // The bar above the page leaves.
  if (isClosed || call?.roomId === roomId) return null;
  return (
    <IconButton
      label={isGroup || count > 0 ? 'Войти в голосовую комнату' : 'Позвонить'}
      icon={isGroup ? <IconHeadphones /> : <IconPhone />}
      variant={count > 0 ? 'soft' : 'plain'}
      onClick={() => void joinCall({ roomId, isGroup })}
    />
  );
}
