import { useState, type SyntheticEvent } from 'react';
import { duration } from '#lib/text/format.ts';
import { mediaUrl, pictureSource } from '#lib/browser/media.ts';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { thumbAddress } from '#ui/media/thumb.ts';
import type { Unsent } from '../../composer/unsent/outbox-store.ts';
import type { Message } from '../../rooms/room-state.ts';
import { pauseVoice } from '../../voice-messages/voice-playback.ts';
import { VoicePlayer } from '../../voice-messages/voice-player.tsx';
import { WaitingVideo } from './waiting-video.tsx';
import styles from './bubble-media.module.css';

const WIDTH = 380;
/** A taller video is shown in a box of this aspect ratio. */
const TALLEST = 380 / 440;
type Clip = Message['clips'][number];
const ratioOf = ({ width, height }: Clip): number => Math.max(TALLEST, width / height);

/** Pauses all other audio and video when one starts to play. */
function soundAlone({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  pauseVoice();
  for (const video of document.querySelectorAll('video'))
    if (video !== currentTarget) video.pause();
}
function Video({ clip, label }: { clip: Clip; label: string }) {
  const { poster, thumbhash } = clip;
  const [isBegun, setBegun] = useState(false);
  const play = (event: SyntheticEvent<HTMLVideoElement>) => {
    setBegun(true);
    soundAlone(event);
  };
  const blur = thumbhash === '' ? undefined : `url(${thumbAddress(thumbhash)})`;
  return (
    <span className={styles.video} style={{ aspectRatio: ratioOf(clip), backgroundImage: blur }}>
      <video
        controls
        playsInline
        preload="none"
        poster={poster === null ? undefined : mediaUrl('message-images', poster)!}
        src={mediaUrl('message-videos', clip.name)!}
        aria-label={label}
        onPlay={play}
      />
      {isBegun ? null : (
        <span className={styles.length} aria-hidden="true">
          {duration(clip.duration)}
        </span>
      )}
    </span>
  );
}

/** Pictures, videos and the voice of a message. Their sizes are known before they load. */
export function BubbleMedia({ message }: { message: Message }) {
  const [place, setPlace] = useState<number | null>(null);
  const pictures = message.pictures.map((picture, at) =>
    pictureSource('message-images', picture, `Картинка ${at + 1}, ${message.name}`),
  );
  return (
    <>
      {pictures.length > 0 ? (
        <PictureGrid
          pictures={pictures}
          width={WIDTH}
          onOpen={setPlace}
          className={styles.pictures}
        />
      ) : null}
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
      {message.clips.map((clip, at) =>
        clip.state === 'ready' ? (
          <Video
            key={clip.name}
            clip={clip}
            label={`Видео ${at + 1}, ${message.name}, ${duration(clip.duration)}`}
          />
        ) : (
          <WaitingVideo key={clip.name} clip={clip} ratio={ratioOf(clip)} />
        ),
      )}
      {message.audio === null ? null : (
        <VoicePlayer
          id={message._id}
          src={mediaUrl('message-audio', message.audio)!}
          place={message.position}
          seconds={message.audioDuration ?? 0}
          peaks={message.peaks}
          label={`Голосовое сообщение, ${message.name}, ${duration(message.audioDuration ?? 0)}`}
        />
      )}
    </>
  );
}
/** Returns whether pictures or videos fill the bubble to its edges. */
export const isPictured = ({ pictures, clips }: Pick<Message, 'pictures' | 'clips'>): boolean =>
  pictures.length + clips.length > 0;

/** The files of an unsent message, read from this device. */
export function UnsentMedia({
  item: {
    clientId,
    previews,
    files: { voice },
    state,
    progress,
  },
}: {
  item: Unsent;
}) {
  const veil =
    state === 'sending' ? (
      <span className={styles.veil}>
        <ProgressRing value={progress} label="Отправляем файлы" />
      </span>
    ) : null;
  const [first] = previews;
  if (first === undefined) return null;
  if (voice !== null)
    return (
      <VoicePlayer
        id={clientId}
        src={first.src}
        place={Infinity}
        seconds={voice.seconds}
        peaks={voice.peaks}
        label="Голосовое сообщение"
      />
    );
  return (
    <div className={styles.row}>
      <div className={styles.previews}>
        {previews.map(({ src, kind }) =>
          kind === 'video' ? (
            <video key={src} src={src} muted playsInline preload="metadata" aria-label="Видео" />
          ) : (
            <img key={src} src={src} alt="" />
          ),
        )}
        {veil}
      </div>
    </div>
  );
}
