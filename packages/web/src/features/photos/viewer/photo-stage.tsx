import { useRef, type CSSProperties, type TouchEvent } from 'react';
import { displayName } from '@respa/contract/characters';
import { pictureSource } from '#lib/browser/media.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { Picture } from '#ui/media/picture.tsx';
import type { Photo } from '../api.ts';
import { SIZES } from './use-neighbours.ts';
import styles from './photo-window.module.css';

type PhotoStageProps = {
  photo: Photo;
  previous: Photo | undefined;
  next: Photo | undefined;
  place: number;
  count: number;
  onChange: (id: string) => void;
};
/** How far a finger moves to the side, in px, to change the picture. */
const FAR = 50;
/** How much less the picture moves than the finger where there is no neighbour. */
const STIFF = 4;

/** The picture, the arrows beside it and its number; a swipe to the side shows its neighbour. */
export function PhotoStage({ photo, previous, next, place, count, onChange }: PhotoStageProps) {
  const picture = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; by: number }>(undefined);
  const move = (px: number) => {
    if (picture.current) picture.current.style.translate = px === 0 ? '' : `${px}px`;
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const [touch] = Array.from(touches);
    start.current =
      touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, by: 0 } : undefined;
    if (start.current === undefined) move(0);
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const [touch] = Array.from(touches);
    const from = start.current;
    if (!touch || !from) return;
    const [by, down] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)];
    if (from.by === 0 && Math.abs(by) < Math.max(10, down)) return;
    from.by = by;
    move((by > 0 ? previous : next) ? by : by / STIFF);
  };
  const onTouchEnd = () => {
    const by = start.current?.by ?? 0;
    start.current = undefined;
    move(0);
    const way = by > FAR ? previous : by < -FAR ? next : undefined;
    if (way) onChange(way._id);
  };
  const source = pictureSource(
    'userphotos',
    photo.picture,
    `Фотография, ${displayName(photo.head)}`,
  );
  return (
    <div
      className={styles.stage}
      style={{ '--ratio': source.width / source.height } as CSSProperties}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={onTouchEnd}
    >
      <div ref={picture} className={styles.picture}>
        <Picture key={photo._id} {...source} fit="cover" sizes={SIZES} first />
      </div>
      {count > 1 && place > 0 ? (
        <p className={styles.count} aria-live="polite">
          {place} из {count}
        </p>
      ) : null}
      {previous ? (
        <IconButton
          label="Предыдущая фотография"
          variant="glass"
          size="large"
          className={styles.previous}
          icon={<IconChevronLeft />}
          onClick={() => onChange(previous._id)}
        />
      ) : null}
      {next ? (
        <IconButton
          label="Следующая фотография"
          variant="glass"
          size="large"
          className={styles.next}
          icon={<IconChevronRight />}
          onClick={() => onChange(next._id)}
        />
      ) : null}
    </div>
  );
}
