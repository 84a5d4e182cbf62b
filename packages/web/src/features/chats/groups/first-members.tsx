import { displayName } from '@respa/contract/characters';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import { counted } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { FriendPicker } from './friend-picker.tsx';
import styles from './group-window.module.css';

type FirstMembersProps = {
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
};
/** Chooses the friends who are in a new group chat from the start. */
export function FirstMembers({ chosen, onChoose }: FirstMembersProps) {
  const isFull = chosen.size >= GROUP_MEMBERS - 1;
  return (
    <Card>
      <CardHead title="Участники" />
      <div className={styles.settings}>
        <p className={styles.helpText} role="status">
          {chosen.size === 0
            ? 'Отметьте друзей. Позвать их можно и потом.'
            : `${counted(chosen.size, ['друг', 'друга', 'друзей'])} и вы`}
        </p>
        <FriendPicker
          row={(friend) => (
            <Checkbox
              className={styles.check}
              checked={chosen.has(friend._id)}
              disabled={isFull && !chosen.has(friend._id)}
              onChange={(isChosen) => onChoose(friend._id, isChosen)}
              label={
                <span className={styles.who}>
                  <Avatar
                    id={friend._id}
                    src={mediaUrl('useravatars', friend.avatarUrl, 160)}
                    size={40}
                    online={friend.isOnline}
                  />
                  <span className={styles.name}>{displayName(friend)}</span>
                </span>
              }
            />
          )}
        />
      </div>
    </Card>
  );
}
