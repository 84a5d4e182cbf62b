import { useState } from 'react';
import { IconArrowLeft } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { AddMembers } from '../rooms/add-members.tsx';
import { useLeave, type Group } from './group-api.ts';
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
  const me = useMyId();
  const [isForGood, setForGood] = useState(false);
  const leave = useLeave(group._id);
  const close = () => onContent('messages');
  const go = (how: Parameters<typeof leave.mutate>[0]) => {
    onLeaving(true);
    leave.mutate(how, {
      onSuccess: onLeft,
      onError: (error) => {
        onLeaving(false);
        showToast(sentenceOf(error), { tone: 'bad' });
      },
    });
  };
  const drop = async () => {
    const text = `Все сообщения беседы «${group.title}» и файлы в ней пропадут у всех участников. Вернуть их будет нельзя.`;
    if (await confirm({ title: 'Удалить беседу?', text, action: 'Удалить', danger: true }))
      go('delete');
  };
  if (content === 'leave') {
    const isLast = group.membersCount === 1;
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
              busy={leave.isPending}
              onClick={() => go(isForGood ? 'refuse' : 'leave')}
            >
              Выйти
            </Button>
          </>
        }
      >
        <p>
          {isLast
            ? 'Вы здесь последний участник: беседа будет удалена со всеми сообщениями.'
            : group.creator === me
              ? 'Управление перейдёт к тому, кто в беседе дольше всех. Вернуться можно, только если вас пригласят.'
              : 'Вернуться можно, только если вас пригласят.'}
        </p>
        {isLast ? null : (
          <Checkbox
            label="Не приглашать меня сюда 30 дней"
            checked={isForGood}
            onChange={setForGood}
          />
        )}
      </Modal>
    );
  }
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
