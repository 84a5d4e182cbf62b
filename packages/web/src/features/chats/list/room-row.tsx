import { useContext } from 'react';
import { Link } from 'react-router';
import { isBlank } from '@respa/contract/characters';
import { useMyId } from '#lib/network/session.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { counted, shorten } from '#lib/text/format.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { IconBellOff, IconPinFilled } from '#ui/icons.ts';
import { useMenuPress } from '#ui/overlays/menu-press.ts';
import { VoiceSlot } from '#ui/media/voice-slot.ts';
import { Time } from '#ui/display/time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListedRoomMenu } from './room-menu.tsx';
import { nameOf } from '../rooms/room-name.ts';
import type { RoomEntry } from '../api.ts';
import styles from './rooms-list.module.css';

// The documented truncation limits: names 25 characters, last messages 40.
const NAME = 25;
const LAST = 40;

type RoomRowProps = {
  room: RoomEntry;
  isOpen: boolean;
  /** The pinned chats in their order. */
  pinned: readonly string[];
};
/** A chat of the list, with its menu. */
export function RoomRow({ room, isOpen, pinned }: RoomRowProps) {
  const press = useMenuPress('[aria-haspopup="menu"]', 'input, textarea');
  const voice = useContext(VoiceSlot);
  const who =
    room.sender === useMyId() ? 'Вы: ' : room.senderName === '' ? '' : `${room.senderName}: `;
  return (
    <li className={styles.row} {...press}>
      <Link
        draggable={false}
        to={`/${room.isChat ? 'chat' : 'messages'}/${room._id}`}
        className={classNames(styles.room, isOpen && styles.isOpen)}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar
          id={room.userId ?? room._id}
          src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
          size={48}
          online={room.isOnline}
        />
        <span className={styles.words}>
          <span className={styles.name}>
            {shorten(nameOf(room), NAME)}
            {room.isMuted ? (
              <IconBellOff size={15} className={styles.muted} role="img" aria-label="Без звука" />
            ) : null}
          </span>
          <span className={styles.last}>
            {!isBlank(room.draft) && !isOpen ? (
              <>
                <span className={styles.draft}>Черновик: </span>
                {shorten(room.draft, LAST)}
              </>
            ) : room.lastMessage === '' ? (
              ''
            ) : (
              `${who}${shorten(room.lastMessage, LAST)}`
            )}
          </span>
        </span>
        <span className={styles.end}>
          {voice.mark(room._id)}
          {room.lastDate ? (
            <Time value={room.lastDate} look="brief" className={styles.time} />
          ) : null}
          {room.isPinned && room.unread === 0 && !room.mentioned ? (
            <IconPinFilled size={16} className={styles.pinned} role="img" aria-label="Закреплён" />
          ) : null}
          {room.mentioned ? (
            <span className={styles.mentioned} role="img" aria-label="Вас упомянули">
              @
            </span>
          ) : null}
          <Badge
            count={room.unread}
            quiet={room.isMuted}
            label={counted(room.unread, ['непрочитанное', 'непрочитанных', 'непрочитанных'])}
          />
        </span>
      </Link>
      <span className={styles.rowMenu}>
        <ListedRoomMenu room={room} pinned={pinned} />
      </span>
    </li>
  );
}
