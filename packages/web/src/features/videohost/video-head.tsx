import {
  IconClock,
  IconClockX,
  IconShare3,
  IconPencil,
  IconPlaylistAdd,
  IconTrash,
} from '#ui/icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { firstCharacters, isLonger } from '@respa/contract/characters';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { dateTime, duration as lengthOf } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { LikeButton } from '#ui/display/like-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useLater, useLikeVideo, type Video } from './api.ts';
import { PlaylistDialog } from './playlists/playlist-dialog.tsx';
import { useRemoveVideo } from './editing/editing-api.ts';
import { SubscribeButton } from './channels/subscribe-button.tsx';
import styles from './video-head.module.css';
import { FAILED, subscribersOf, viewsOf } from './words.ts';

const SHORT = 240;
/** Shows a video's title, description and channel, and the viewer's actions on it. */
export function VideoHead({ video, now }: { video: Video; now: () => number }) {
  const { _id, title, description, channel, channelName, channelAvatarUrl, role } = video;
  const [isWhole, setWhole] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const like = useLikeVideo();
  const later = useLater();
  const remove = useRemoveVideo();
  const navigate = useNavigate();
  const runs = role !== 'reader';
  const tell = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  const copy = async (second: number | null) => {
    const address = new URL(
      `/videohost/video/${_id}${second === null ? '' : `?t=${second}`}`,
      location.href,
    ).href;
    await navigator.clipboard.writeText(address).then(
      () =>
        showToast(
          second === null
            ? 'Ссылка скопирована'
            : `Ссылка на момент ${lengthOf(second)} скопирована`,
          { tone: 'good' },
        ),
      () => showToast(address),
    );
  };
  const drop = async () => {
    if (
      !(await confirm({
        title: `Удалить видео «${title}»?`,
        text: 'Вместе с ним пропадут просмотры и комментарии. Вернуть его будет нельзя.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(_id, {
      onSuccess: () => {
        showToast('Видео удалено');
        navigate(`/videohost/channel/${channel}`);
      },
      onError: tell,
    });
  };
  const isLong = isLonger(description, SHORT);
  return (
    <Card as="article" aria-label={title}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.facts}>
        <span>{viewsOf(video.views)}</span>
        <span>{dateTime(video.date)}</span>
        <Link to={`/videohost/category/${encodeURIComponent(video.category)}`}>
          {video.category}
        </Link>
        {runs && video.ladder === 'waiting' && video.state === 'ready' ? (
          <span role="status">Готовятся другие качества</span>
        ) : null}
        {runs && video.ladder === 'failed' && video.state === 'ready' ? (
          <span role="status">{FAILED}: видео играет только в исходном качестве</span>
        ) : null}
      </p>
      <div className={styles.row}>
        <Link to={`/videohost/channel/${channel}`} className={styles.channel}>
          <Avatar id={channel} src={mediaUrl('channelavatars', channelAvatarUrl, 160)} size={44} />
          <span className={styles.words}>
            <span className={styles.name}>{channelName}</span>
            <span className={styles.count}>{subscribersOf(video.subscribersCount)}</span>
          </span>
        </Link>
        {role === 'admin' ? null : (
          <SubscribeButton
            channel={{ _id: channel, name: channelName, isSubscriber: video.isSubscriber }}
          />
        )}
        <span className={styles.acts}>
          <LikeButton
            liked={video.liked}
            count={video.likes}
            label="Нравится видео"
            onToggle={() => like.mutate(video, { onError: tell })}
          />
          <Menu
            label="Действия с видео"
            items={[
              {
                label: 'Скопировать ссылку',
                icon: <IconShare3 size={18} />,
                onSelect: () => void copy(null),
              },
              {
                label: 'Ссылка на этот момент',
                icon: <IconShare3 size={18} />,
                onSelect: () => void copy(Math.floor(now())),
              },
              {
                label: video.isLater ? 'Убрать из «Посмотреть позже»' : 'Посмотреть позже',
                icon: video.isLater ? <IconClockX size={18} /> : <IconClock size={18} />,
                onSelect: () => later.mutate(video, { onError: tell }),
              },
              {
                label: 'В плейлист',
                icon: <IconPlaylistAdd size={18} />,
                onSelect: () => setAdding(true),
              },
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
        </span>
      </div>
      {description === '' ? null : (
        <p className={styles.about}>
          {isLong && !isWhole ? `${firstCharacters(description, SHORT).trimEnd()}… ` : description}
          {isLong ? (
            <button
              type="button"
              className={styles.more}
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? ' Свернуть' : 'Ещё'}
            </button>
          ) : null}
        </p>
      )}
      {isAdding ? <PlaylistDialog videoId={_id} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
