import { memo, useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './avatar.module.css';
import { drawCreature, type Tone } from './creature.ts';

type AvatarProps = {
  /** The owner's id: the creature is drawn from it when there is no picture. */
  id: string;
  /** Read aloud. Omit it where the name is beside the picture. */
  name?: string | undefined;
  /** The picture's address, if there is one. */
  src?: string | null | undefined;
  size?: number | undefined;
  online?: boolean | undefined;
  className?: string | undefined;
};

export function Avatar({ id, name, src, size = 40, online = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const hasPicture = Boolean(src) && src !== broken;
  return (
    <span
      className={classNames(styles.avatar, online && styles.online, className)}
      style={{ width: size, height: size }}
    >
      {hasPicture ? (
        <img
          className={styles.picture}
          src={src!}
          alt={name ?? ''}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src!)}
        />
      ) : (
        <CreaturePicture id={id} name={name} />
      )}
      {online ? (
        <span className={styles.dot}>
          <span className="visually-hidden">в сети</span>
        </span>
      ) : null}
    </span>
  );
}

const INK: Partial<Record<Tone, string>> = { eye: '#0b0d10', glint: '#ffffff' };

type CreaturePictureProps = {
  id: string;
  name?: string | undefined;
  /** Without its background: the creature alone, for scenes. */
  bare?: boolean | undefined;
  className?: string | undefined;
};

export const CreaturePicture = memo(function CreaturePicture({
  id,
  name,
  bare,
  className,
}: CreaturePictureProps) {
  const { palette, tones } = drawCreature(id);
  return (
    <svg
      className={classNames(!bare && styles.picture, className)}
      viewBox={bare ? '0 0 11 11' : '-3 -3 17 17'}
      shapeRendering="crispEdges"
      role={name ? 'img' : undefined}
      aria-label={name}
      aria-hidden={name ? undefined : true}
    >
      {bare ? null : <rect x="-3" y="-3" width="17" height="17" fill={palette.back} />}
      {tones.map(([tone, path]) => (
        <path
          key={tone}
          d={path}
          fill={INK[tone] ?? palette[tone as 'main' | 'light' | 'shade' | 'glow']}
        />
      ))}
    </svg>
  );
});
