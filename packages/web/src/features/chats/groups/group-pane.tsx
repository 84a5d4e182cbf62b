import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IconArrowLeft, IconDoorExit, IconSettings, IconUserPlus } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { NotFoundState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { useGroup } from './group-api.ts';
import type { GroupContent } from './group-window.tsx';
import { statusOf, typingWords } from './group-words.ts';
import { Conversation } from '../rooms/conversation.tsx';
import { useRoom } from '../rooms/use-room.ts';
import styles from '../rooms/room.module.css';
import { GROUP } from '../rooms/conversation-kind.ts';

const GroupWindow = lazy(async () => ({
  default: (await import('./group-window.tsx')).GroupWindow,
}));

export function GroupPane({ id }: { id: string }) {
  const room = useRoom(id, GROUP);
  const found = useGroup(id);
  const group = found.data?.room;
  const me = useMyId();
  const navigate = useNavigate();
  const [content, setContent] = useState<GroupContent>('messages');
  const isLeaving = useRef(false);
  usePageTitle(group?.title ?? 'Сообщения');
  useEffect(() => {
    if (!room.isRemoved) return;
    if (!isLeaving.current)
      showToast(
        group === undefined
          ? 'Вас больше нет в этой беседе'
          : `Вас больше нет в беседе «${group.title}»`,
      );
    navigate('/messages', { replace: true });
  }, [room.isRemoved, group, navigate]);
  if (room.isGone)
    return (
      <div className={styles.gone}>
        <HiddenHead title="Беседа" />
        <NotFoundState
          text="Такой беседы нет"
          action={<ButtonLink to="/messages">К сообщениям</ButtonLink>}
        />
      </div>
    );
  // A member who was just removed while typing is no longer shown as typing.
  const typing = room.typing.flatMap(
    (userId) => group?.members.find((one) => one._id === userId)?.name ?? [],
  );
  const status = typingWords(typing) || (group === undefined ? '' : statusOf(group));
  return (
    <>
      <Conversation
        id={id}
        kind={GROUP}
        room={room}
        label={group ? `Беседа: ${group.title}` : 'Беседа'}
        closed={null}
        own={group}
        people={group?.members.map((one) => ({ id: one._id, name: `${one.name} ${one.surname}` }))}
        menu={
          group === undefined
            ? []
            : [
                {
                  label: 'Настройки беседы',
                  icon: <IconSettings size={18} />,
                  onSelect: () => setContent('settings'),
                },
                {
                  label: 'Добавить участников',
                  icon: <IconUserPlus size={18} />,
                  onSelect: () => setContent('add'),
                },
                group.creator === me ? null : reportItem({ kind: 'group', id }),
                {
                  label: 'Выйти из беседы',
                  icon: <IconDoorExit size={18} />,
                  apart: true,
                  danger: true,
                  onSelect: () => setContent('leave'),
                },
              ]
        }
        head={
          <>
            <HiddenHead title={group?.title ?? 'Беседа'} />
            <span className={styles.back}>
              <IconLink to="/messages" label="К списку переписок" icon={<IconArrowLeft />} />
            </span>
            <button
              type="button"
              className={styles.person}
              disabled={group === undefined}
              onClick={() => setContent('settings')}
              aria-haspopup="dialog"
              title="Настройки беседы"
            >
              <Avatar
                id={id}
                src={mediaUrl('chatavatars', group?.avatarUrl ?? '', 160)}
                size={40}
              />
              <span className={styles.words}>
                <span className={styles.name}>{group?.title ?? ' '}</span>
                <span className={styles.status} aria-live="polite">
                  {status || ' '}
                </span>
              </span>
            </button>
          </>
        }
      />
      {group === undefined || content === 'messages' ? null : (
        <Suspense fallback={null}>
          <GroupWindow
            group={group}
            content={content}
            onContent={setContent}
            onLeaving={(leaving) => {
              isLeaving.current = leaving;
            }}
            onLeft={() => navigate('/messages', { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
