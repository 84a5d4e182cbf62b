import { FORWARDED } from '@respa/contract/limits';
import type { RoomEntry } from '../api.ts';
import { RoomChoice } from './room-choice.tsx';
import { RoomSearch } from './room-search.tsx';
import styles from './forward-dialog.module.css';

type RoomChoicesProps = {
  /** The ids of the chosen conversations. */
  rooms: readonly string[];
  onTurn: (id: string, room: RoomEntry) => void;
};
/** The member's conversations, of which some are chosen. */
export function RoomChoices({ rooms, onTurn }: RoomChoicesProps) {
  const isFull = rooms.length >= FORWARDED.rooms;
  return (
    <>
      <RoomSearch className={styles.scroll}>
        {(room) => (
          <RoomChoice
            key={room._id}
            room={room}
            isChosen={rooms.includes(room._id)}
            isDisabled={isFull && !rooms.includes(room._id)}
            onTurn={() => onTurn(room._id, room)}
          />
        )}
      </RoomSearch>
      <p className={styles.status} role="status">
        {isFull ? `Больше ${FORWARDED.rooms} за один раз не выбрать` : ''}
      </p>
    </>
  );
}
