import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { nameOf } from '../rooms/room-name.ts';
import type { RoomEntry } from '../api.ts';
import styles from './forward-dialog.module.css';

type RoomChoiceProps = {
  room: RoomEntry;
  isChosen: boolean;
  isDisabled: boolean;
  onTurn: () => void;
};
/** A conversation that may be chosen. */
export function RoomChoice({ room, isChosen, isDisabled, onTurn }: RoomChoiceProps) {
  return (
    <li>
      <label className={styles.room}>
        <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onTurn} />
        <Avatar
          id={room.userId ?? room._id}
          src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
          size={40}
        />
        <span className={styles.name}>{nameOf(room)}</span>
      </label>
    </li>
  );
}
