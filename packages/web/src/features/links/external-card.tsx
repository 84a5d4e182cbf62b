import { useState } from 'react';
import { playerOf } from '@respa/contract/players';
import { usePrivacy } from '#features/people/parts.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { thumbnailSource } from '#lib/browser/media.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconPlayerPlayFilled, IconX } from '#ui/icons.ts';
import { Picture } from '#ui/media/picture.tsx';
import { useRemoveLink, type Link, type Linked } from './links-api.ts';
import { Player } from './player.tsx';
import styles from './external-card.module.css';

type ExternalCardProps = {
  of: Linked;
  link: Link;
  isMine: boolean;
  /** Pixels. */
  height: number;
};
/**
 * A page of another site. Everything that is shown of it comes from this server; the browser
 * contacts the other site when the reader follows the link or starts its player.
 */
export function ExternalCard({ of, link, isMine, height }: ExternalCardProps) {
  const privacy = usePrivacy();
  const remove = useRemoveLink();
  const [isPlaying, setPlaying] = useState(false);
  if (privacy.data?.linkCards === false) return null;
  if (privacy.isPending) return <div className={styles.whole} style={{ height }} />;
  const player = playerOf(link.url, location.hostname);
  const drop = () =>
    remove.mutate(of, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.whole}>
      <div className={styles.card} style={{ height }}>
        <a
          className={styles.words}
          href={link.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          <span className={styles.site}>{link.site}</span>
          <bdi className={styles.title}>{link.title}</bdi>
          {link.text === '' ? null : <bdi className={styles.text}>{link.text}</bdi>}
        </a>
        {link.picture === null && player === null ? null : (
          <Cover
            link={link}
            onPlay={player === null ? null : () => setPlaying(!isPlaying)}
            isPlaying={isPlaying}
          />
        )}
        {isMine ? (
          <button
            type="button"
            className={styles.remove}
            aria-label="Убрать карточку"
            title="Убрать карточку"
            disabled={remove.isPending}
            onClick={drop}
          >
            <IconX size={16} />
          </button>
        ) : null}
      </div>
      {isPlaying && player !== null ? <Player src={player} title={link.title} /> : null}
    </div>
  );
}

type CoverProps = { link: Link; onPlay: (() => void) | null; isPlaying: boolean };
/** The picture of a page. It starts the player if there is one. */
function Cover({ link, onPlay, isPlaying }: CoverProps) {
  const picture =
    link.picture === null ? null : (
      <Picture
        {...thumbnailSource('linkcards', link.picture)}
        width={link.picture.width}
        height={link.picture.height}
        fit="cover"
        sizes="80px"
      />
    );
  if (onPlay === null)
    return (
      <span className={styles.cover} aria-hidden="true">
        {picture}
      </span>
    );
  return (
    <button
      type="button"
      className={classNames(styles.cover, styles.play)}
      aria-expanded={isPlaying}
      aria-label={isPlaying ? 'Закрыть видео' : `Смотреть здесь: ${link.title}`}
      onClick={onPlay}
    >
      {picture}
      <span className={styles.sign}>
        {isPlaying ? <IconX size={20} /> : <IconPlayerPlayFilled size={20} />}
      </span>
    </button>
  );
}
