import type { ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { Button } from '#ui/forms/button.tsx';
import { IconCheck, IconUserMinus } from '#ui/icons.ts';
import styles from '#ui/layout/compact.module.css';
import { confirm } from '#ui/overlays/confirm.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { RelationButton } from './relation-button.tsx';
import { useRemoval, type Entry } from './api.ts';

export type WriteSlot = (person: { id: string; name: string }) => ReactNode;

const relationOf = (entry: Entry) =>
  entry.isFriends
    ? 'friends'
    : entry.isIncoming
      ? 'incoming'
      : entry.isRequest
        ? 'request'
        : 'none';

/**
 * What a member can do with a person of a list. Removing a friend is in the menu, and asks first.
 */
export function RowActions({
  person,
  write,
  hasReject = false,
  areFriends = false,
}: {
  person: Entry;
  write: WriteSlot;
  hasReject?: boolean;
  /** The list has friends only: a row need not say so. */
  areFriends?: boolean;
}) {
  const name = displayName(person);
  return (
    <>
      {person.mayWrite ? write({ id: person._id, name }) : null}
      {person.isFriends ? (
        <FriendMenu id={person._id} name={name} isPlain={areFriends} />
      ) : (
        <RelationButton
          id={person._id}
          name={name}
          relation={relationOf(person)}
          size="small"
          compact
          hasReject={hasReject}
        />
      )}
    </>
  );
}

function FriendMenu({ id, name, isPlain }: { id: string; name: string; isPlain: boolean }) {
  const removal = useRemoval(id, name);
  const part = async () => {
    const isSure = await confirm({
      title: 'Убрать из друзей?',
      text: `${name} больше не будет у вас в друзьях.`,
      action: 'Убрать',
      danger: true,
    });
    if (isSure) removal.mutate();
  };
  return (
    <Menu
      label={`Действия: ${name}`}
      trigger={
        isPlain ? undefined : (
          <Button
            size="small"
            className={styles.compact}
            icon={<IconCheck size={18} aria-hidden="true" />}
            aria-label={`В друзьях: ${name}`}
          >
            В друзьях
          </Button>
        )
      }
      items={[
        {
          label: 'Убрать из друзей',
          icon: <IconUserMinus size={18} />,
          danger: true,
          onSelect: () => void part(),
        },
      ]}
    />
  );
}
