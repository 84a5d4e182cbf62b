import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { nameOf } from '../rooms/room-name.ts';
import { RoomSearch } from './room-search.tsx';
import styles from './forward-dialog.module.css';

/**
 * Lists the member's conversations. `onPick` receives the chosen one and the address of its page.
 */
export function RoomPicker({ onPick }: { onPick: (roomId: string, path: string) => void }) {
  return (
    <RoomSearch>
      {({ _id, isChat, userId, avatarUrl, ...room }) => (
        <li key={_id}>
          <button
            type="button"
            className={styles.room}
            onClick={() => onPick(_id, `/${isChat ? 'chat' : 'messages'}/${_id}`)}
          >
            <Avatar
              id={userId ?? _id}
              src={mediaUrl(isChat ? 'chatavatars' : 'useravatars', avatarUrl, 160)}
              size={40}
            />
            <span className={styles.name}>{nameOf({ isChat, ...room })}</span>
          </button>
        </li>
      )}
    </RoomSearch>
  );
}
