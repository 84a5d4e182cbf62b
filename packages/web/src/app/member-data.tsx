import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { handleNotificationEvent, useUnreadNotifications } from '#features/notifications/parts.ts';
import { handleLinkEvent } from '#features/links/parts.ts';
import { handlePollEvent } from '#features/polls/parts.ts';
import { handleCloudEvent } from '#features/cloud/parts.ts';
import { handleRoomEvent, useUnreadMessages } from '#features/chats/parts.ts';
import { handleRelationEvent } from '#features/people/parts.ts';
import { handleProfileEvent, useMe } from '#features/profile/parts.ts';
import { handleCommunityEvent } from '#features/communities/parts.ts';
import { handlePostEvent } from '#features/wall/parts.ts';
import { useAppBadge } from '#lib/browser/app-badge.ts';
import { useIsOnline } from '#lib/network/connection.ts';
import { renewForStream } from '#lib/member/session-renewal.ts';
import { startLive, useLive } from '#lib/network/live.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { startWorkerLater } from '#lib/service-worker/worker-later.ts';
import { LateBackground } from './late-background.tsx';
import { ShellDataContext } from './frame/shell-data.ts';

/**
 * Fills the shell with data from the server and keeps it up to date through the member's own
 * stream.
 */
export function MemberData({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const id = useMyId();
  const { data } = useMe();
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  const isOnline = useIsOnline();
  useAppBadge(messages + notifications);
  useEffect(startWorkerLater, []);
  useEffect(() => startLive(renewForStream), [id]);
  useLive((event) => {
    handleNotificationEvent(queries, event);
    handleRoomEvent(queries, event);
    handleCloudEvent(queries, event);
    handleRelationEvent(queries, event);
    handlePostEvent(queries, event);
    handlePollEvent(queries, event);
    handleLinkEvent(queries, event);
    handleCommunityEvent(queries, event);
    handleProfileEvent(queries, event);
  });
  const user = data?.user;
  const me = {
    id,
    name: user?.name ?? '',
    surname: user?.surname ?? '',
    city: user?.city,
    picture: user ? mediaUrl('useravatars', user.avatarUrl, 160) : null,
  };
  return (
    <ShellDataContext value={{ me, unread: { messages, notifications }, isLost: !isOnline }}>
      {children}
      <LateBackground key={id} />
    </ShellDataContext>
  );
}
