import { counted } from '#lib/text/format.ts';
import { IconHeadphones } from '#ui/icons.ts';
import { useVoiceMembers } from '../api.ts';
import styles from './voice-panel.module.css';

/** How many people are in the voice room of a listed conversation. */
export function VoiceMark({ roomId }: { roomId: string }) {
  const { length: count } = useVoiceMembers(roomId);
  if (count === 0) return null;
  return (
    <span
      className={styles.mark}
      role="img"
      aria-label={`В голосовой комнате ${counted(count, ['человек', 'человека', 'человек'])}`}
    >
      <IconHeadphones size={14} />
      {count}
    </span>
  );
}
