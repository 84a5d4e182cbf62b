import type { ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { FROM_PLATFORM } from '@respa/contract/notifications';
import { mediaUrl } from '#lib/media.ts';
import { NoticeLine } from '#ui/feedback/notice-line.tsx';
import { placeOf, textOf, type Notice } from './words.ts';

export function NoticeRow({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const { person } = notice;
  if (FROM_PLATFORM.includes(notice.type))
    return (
      <NoticeLine
        who={notice.type === 'promo' ? 'promo' : 'warning'}
        words={textOf(notice)}
        to={placeOf(notice)}
        date={notice.date}
        isNew={!notice.checked}
      >
        {children}
      </NoticeLine>
    );
  return (
    <NoticeLine
      who={{
        id: notice.from,
        name: displayName(person),
        src: mediaUrl('useravatars', person.avatarUrl, 160),
        online: person.isOnline,
      }}
      words={textOf(notice)}
      to={placeOf(notice)}
      date={notice.date}
      isNew={!notice.checked}
    >
      {children}
    </NoticeLine>
  );
}
