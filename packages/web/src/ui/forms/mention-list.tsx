import { displayName } from '@respa/contract/characters';
import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './mention-list.module.css';

export type Mentionable = { _id: string; name: string; surname: string; avatarUrl: string };
type MentionListProps = {
  people: readonly Mentionable[];
  /** The index of the person whom a key would choose. */
  chosen: number;
  onChoose: (person: Mentionable) => void;
};

/** The people whom an @ may mention, over the field. */
export function MentionList({ people, chosen, onChoose }: MentionListProps) {
  return (
    <div className={styles.list} id="mention-list" role="listbox" aria-label="Кого упомянуть">
      {people.map((person, index) => (
        <div
          key={person._id}
          id={`mention-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={classNames(styles.person, index === chosen && styles.chosen)}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          <Avatar id={person._id} src={mediaUrl('useravatars', person.avatarUrl, 160)} size={32} />
          <span>{displayName(person)}</span>
        </div>
      ))}
    </div>
  );
}
