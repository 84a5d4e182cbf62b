import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconHeadphones, IconPhone, IconPhoneOff } from '#ui/icons.ts';
import type { VoicePlace } from '#ui/media/voice-slot.ts';
import { useVoiceMembers } from '../api.ts';
import { useCall } from '../call/call-state.ts';
import { joinCall, leaveCall } from '../call/call.ts';
import styles from './voice-panel.module.css';

/** Enters or leaves the voice room, in the header of its conversation. */
export function VoiceButton({ roomId, isGroup, isClosed }: VoicePlace) {
  const call = useCall();
  const { length: count } = useVoiceMembers(roomId);
  if (call?.roomId === roomId)
    return (
      <IconButton
        label="Выйти из голосовой комнаты"
        icon={<IconPhoneOff />}
        className={styles.leave}
        onClick={() => void leaveCall()}
      />
    );
  if (isClosed) return null;
  return (
    <IconButton
      label={isGroup || count > 0 ? 'Войти в голосовую комнату' : 'Позвонить'}
      icon={isGroup ? <IconHeadphones /> : <IconPhone />}
      variant={count > 0 ? 'soft' : 'plain'}
      onClick={() => void joinCall({ roomId, isGroup })}
    />
  );
}
