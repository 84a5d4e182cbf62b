import { useState } from 'react';
import { IconArrowLeft } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useLeaving } from './use-leaving.ts';
import { AddMembers } from '../rooms/add-members.tsx';
import type { Group } from './group-api.ts';
import { GroupSettings } from './group-settings.tsx';
import styles from './group-window.module.css';

/** The visible content: the messages, or one of the views of the group window over them. */
export type GroupContent = 'messages' | 'settings' | 'add' | 'leave';
/** The documented way back. */
const BACK = {
  add: { to: 'settings', label: 'К настройкам' },
  settings: { to: 'messages', label: 'К сообщениям' },
  leave: { to: 'messages', label: 'К сообщениям' },
} as const;
const TITLES = {
  add: 'Добавить участников',
  settings: 'Настройки беседы',
  leave: 'Выйти из беседы?',
};

type GroupWindowProps = {
  group: Group;
  content: Exclude<GroupContent, 'messages'>;
  onContent: (content: GroupContent) => void;
  /**
   * Called with true before the member leaves: the stream event about the lost membership is then
   * expected.
   */
  onLeaving: (isLeaving: boolean) => void;
  onLeft: () => void;
};

export function GroupWindow({ group, content, onContent, onLeaving, onLeft }: GroupWindowProps) {
  const [isForGood, setForGood] = useState(false);
  const { go, drop, isPending } = useLeaving(group, onLeaving, onLeft);
  const close = () => onContent('messages');
  if (content === 'leave')
    return (
      <Modal
        open
        onClose={close}
        title={TITLES.leave}
        size="small"
        actions={
          <>
            <Button data-autofocus onClick={close}>
              Отмена
            </Button>
            <Button
              variant="danger"
              busy={isPending}
              onClick={() => go(isForGood ? 'refuse' : 'leave')}
            >
              Выйти
            </Button>
          </>
        }
      >
        <LeaveQuestion group={group} isForGood={isForGood} onForGood={setForGood} />
      </Modal>
    );
  const back = BACK[content];
  return (
    <Modal open onClose={close} title={TITLES[content]}>
      <Button
        size="small"
        variant="plain"
        icon={<IconArrowLeft />}
        className={styles.back}
        onClick={() => onContent(back.to)}
      >
        {back.label}
      </Button>
      {content === 'add' ? (
        <AddMembers group={group} />
      ) : (
        <GroupSettings
          group={group}
          onAdd={() => onContent('add')}
          onLeave={() => onContent('leave')}
          onDelete={() => void drop()}
        />
      )}
    </Modal>
  );
}
