import type { ReactNode } from 'react';
import { FROM_PLATFORM, type NotificationType } from '@respa/contract/notifications';
import { mediaUrl, type MediaFolder } from '#lib/browser/media.ts';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconEye,
  IconFile,
  IconHeartFilled,
  IconLock,
  IconMessage2,
  IconMessageCircle,
  IconPlayerPlayFilled,
  IconShare3,
  IconSpeakerphone,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUsersGroup,
  IconUsersPlus,
} from '#ui/icons.ts';
import { NoticeLine, type NoticeMark } from '#ui/feedback/notice-line.tsx';
import { sentenceOf } from './sentences.ts';
import { placeOf, type Notice } from './words.ts';

const MARKS: Record<NotificationType, NoticeMark> = {
  friends: { icon: <IconUserPlus aria-hidden="true" />, tone: 'good' },
  reply: { icon: <IconUserCheck aria-hidden="true" />, tone: 'good' },
  delete: { icon: <IconUserMinus aria-hidden="true" /> },
  reject: { icon: <IconUserMinus aria-hidden="true" /> },
  like: { icon: <IconHeartFilled aria-hidden="true" />, tone: 'bad' },
  comment: { icon: <IconMessageCircle aria-hidden="true" /> },
  visit: { icon: <IconEye aria-hidden="true" /> },
  file: { icon: <IconFile aria-hidden="true" /> },
  invite: { icon: <IconUsersPlus aria-hidden="true" /> },
  mention: { icon: <IconMessage2 aria-hidden="true" /> },
  public: { icon: <IconUsersGroup aria-hidden="true" /> },
  video: { icon: <IconPlayerPlayFilled aria-hidden="true" /> },
  board: { icon: <IconBuildingStore aria-hidden="true" /> },
  takedown: { icon: <IconAlertTriangle aria-hidden="true" />, tone: 'bad' },
  promo: { icon: <IconSpeakerphone aria-hidden="true" />, tone: 'good' },
  device: { icon: <IconLock aria-hidden="true" />, tone: 'good' },
  share: { icon: <IconShare3 aria-hidden="true" />, tone: 'good' },
};

/** One notification: its sentence, its object and its time. `children` are its actions. */
export function NoticeRow({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const { type, person, preview } = notice;
  const picture = preview?.picture;
  return (
    <NoticeLine
      who={
        FROM_PLATFORM.includes(type)
          ? undefined
          : { id: notice.from, src: mediaUrl('useravatars', person.avatarUrl, 160) }
      }
      mark={MARKS[type]}
      sentence={sentenceOf(notice)}
      quote={preview?.quote}
      about={preview?.text}
      picture={picture && mediaUrl(picture.folder as MediaFolder, picture.name, 160)}
      to={placeOf(notice)}
      date={notice.date}
      isNew={!notice.checked}
    >
      {children}
    </NoticeLine>
  );
}
