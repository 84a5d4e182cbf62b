import { IconClock, IconClockX, IconPlaylistAdd } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { bookmarkItem, shareItem } from '#features/sharing/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { useLater, type VideoCard } from './api.ts';

type VideoCardMenuProps = {
  video: VideoCard;
  /** Further actions on it in this list. */
  more: readonly MenuItem[];
  onAdd: () => void;
};

/** The viewer's actions on a video of a list. */
export function VideoCardMenu({ video, more, onAdd }: VideoCardMenuProps) {
  const later = useLater();
  const keep = () =>
    later.mutate(video, {
      onSuccess: () =>
        showToast(
          video.isLater ? 'Убрано из «Посмотреть позже»' : 'Добавлено в «Посмотреть позже»',
        ),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Menu
      label={`Действия с видео: ${video.title}`}
      items={[
        {
          label: video.isLater ? 'Убрать из «Посмотреть позже»' : 'Посмотреть позже',
          icon: video.isLater ? <IconClockX size={18} /> : <IconClock size={18} />,
          onSelect: keep,
        },
        { label: 'В плейлист', icon: <IconPlaylistAdd size={18} />, onSelect: onAdd },
        ...more,
        shareItem({ kind: 'video', id: video._id }),
        bookmarkItem({ kind: 'video', id: video._id }),
        reportItem({ kind: 'video', id: video._id }),
      ]}
    />
  );
}
