import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { useReact } from '../messages/extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';
import styles from './reactions.module.css';

/**
 * 'Вы, Анна Белова и ещё 3 участника'. A member who has not written here recently has no name in
 * the loaded messages.
 */
function namesOf(
  users: readonly string[],
  count: number,
  me: string,
  names: Readonly<Record<string, string>>,
): string {
  const known = users.flatMap((id) => (id === me ? ['Вы'] : (names[id] ?? [])));
  const others = count - known.length;
  if (others === 0) return known.join(', ');
  return known.length === 0
    ? counted(others, ['участник', 'участника', 'участников'])
    : `${known.join(', ')} и ещё ${counted(others, ['участник', 'участника', 'участников'])}`;
}
/** Shows the reactions under a message; a press adds the member's own or removes it. */
export function Reactions({ message }: { message: Message }) {
  return message.reactions.length === 0 ? null : <ReactionRow message={message} />;
}
function ReactionRow({ message }: { message: Message }) {
  const me = useMyId();
  const { mayWrite, names } = useRoomExtras();
  const react = useReact();
  return (
    <span className={styles.row} role="group" aria-label="Реакции">
      {message.reactions.map(({ emoji, count, users }) => {
        const isMine = users.includes(me);
        const who = namesOf(users, count, me, names);
        return (
          <button
            key={emoji}
            type="button"
            className={classNames(styles.reaction, isMine && styles.mine)}
            aria-pressed={isMine}
            disabled={!mayWrite}
            title={who}
            aria-label={`${emoji} ${count}: ${who}`}
            onClick={() => react.mutate({ messageId: message._id, emoji, isOn: !isMine })}
          >
            <span className={styles.emoji}>{emoji}</span>
            <span>{count}</span>
          </button>
        );
      })}
    </span>
  );
}
