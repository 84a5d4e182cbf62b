import { lazy, Suspense, useRef, useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { GoneRoom } from '../rooms/gone-room.tsx';
import { GroupHead } from './group-head.tsx';
import { groupMenu } from './group-menu.tsx';
import { useRemoval } from './use-removal.ts';
import { useGroup } from './group-api.ts';
import type { GroupContent } from './group-window.tsx';
import { Conversation } from '../rooms/conversation.tsx';
import { useRoom } from '../rooms/use-room.ts';
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
  useRemoval(room.isRemoved, group, isLeaving);
  if (room.isGone) return <GoneRoom title="Беседа" text="Такой беседы нет" />;
  return (
    <>
      <Conversation
        id={id}
        kind={GROUP}
        room={room}
        label={group ? `Беседа: ${group.title}` : 'Беседа'}
        closed={null}
        own={group}
        people={group?.members.map((one) => ({ id: one._id, name: displayName(one) }))}
        menu={group === undefined ? [] : groupMenu(group, me, setContent)}
        head={
          <GroupHead
            id={id}
            group={group}
            typing={room.typing}
            onSettings={() => setContent('settings')}
          />
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
