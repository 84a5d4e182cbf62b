import {
  IconClock,
  IconCode,
  IconClockX,
  IconShare3,
  IconPencil,
  IconPlaylistAdd,
  IconTrash,
} from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { useLater, type Video } from '../api.ts';
import { copyEmbedCode, copyVideoLink } from './copy-video-link.ts';
import { useVideoRemoval } from './use-video-removal.ts';

type VideoMenuProps = {
  video: Video;
  /** Returns the second that is playing. */
  now: () => number;
  onAdd: () => void;
};

/** The viewer's actions on a video. */
export function VideoMenu({ video, now, onAdd }: VideoMenuProps) {
  const { _id, isLater, role } = video;
  const later = useLater();
  const drop = useVideoRemoval(video);
  const runs = role !== 'reader';
  return (
    <Menu
      label="Действия с видео"
      items={[
        {
          label: 'Скопировать ссылку',
          icon: <IconShare3 size={18} />,
          onSelect: () => void copyVideoLink(_id, null),
        },
        {
          label: 'Ссылка на этот момент',
          icon: <IconShare3 size={18} />,
          onSelect: () => void copyVideoLink(_id, Math.floor(now())),
        },
        video.audience === 'open' && {
          label: 'Код для вставки',
          icon: <IconCode size={18} />,
          onSelect: () => void copyEmbedCode(_id),
        },
        {
          label: isLater ? 'Убрать из «Посмотреть позже»' : 'Посмотреть позже',
          icon: isLater ? <IconClockX size={18} /> : <IconClock size={18} />,
          onSelect: () =>
            later.mutate(video, {
              onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
            }),
        },
        { label: 'В плейлист', icon: <IconPlaylistAdd size={18} />, onSelect: onAdd },
        runs && {
          label: 'Изменить',
          icon: <IconPencil size={18} />,
          to: `/videohost/edit/video/${_id}`,
          apart: true,
        },
        runs
          ? {
              label: 'Удалить',
              icon: <IconTrash size={18} />,
              danger: true,
              onSelect: () => void drop(),
            }
          : reportItem({ kind: 'video', id: _id }),
      ]}
    />
  );
}
