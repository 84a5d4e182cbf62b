import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './skeleton.module.css';

type BoneProps = {
  width?: number | string | undefined;
  height?: number | string | undefined;
  shape?: 'line' | 'block' | 'avatar' | undefined;
  className?: string | undefined;
};

/** One grey shape with the size of the content that is loading. */
export function Bone({ width, height, shape = 'line', className }: BoneProps) {
  return (
    <span className={classNames(styles.bone, styles[shape], className)} style={{ width, height }} />
  );
}

/** Announces once that something is loading, and hides the bones from screen readers. */
export function Skeleton({
  label = 'Загружаем',
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const WIDTHS = ['42%', '58%', '35%', '50%', '63%', '47%'];

const times = (number: number, draw: (index: number) => ReactNode) =>
  Array.from({ length: number }, (_, index) => draw(index));

/** Rows of people, rooms or communities. */
export function PeopleSkeleton({ rows = 6, avatar = 48 }: { rows?: number; avatar?: number }) {
  return (
    <Skeleton>
      {times(rows, (index) => (
        <div key={index} className={styles.person}>
          <Bone shape="avatar" width={avatar} height={avatar} />
          <span className={styles.lines}>
            <Bone width={WIDTHS[index % WIDTHS.length]} height={15} />
            <Bone width="28%" height={12} />
          </span>
        </div>
      ))}
    </Skeleton>
  );
}

/** Posts of a feed or a wall. */
export function PostsSkeleton({
  posts = 2,
  picture = true,
}: {
  posts?: number;
  picture?: boolean;
}) {
  return (
    <Skeleton>
      {times(posts, (index) => (
        <div key={index} className={styles.post}>
          <div className={styles.person}>
            <Bone shape="avatar" width={40} height={40} />
            <span className={styles.lines}>
              <Bone width="32%" height={15} />
              <Bone width="22%" height={12} />
            </span>
          </div>
          <div className={styles.text}>
            <Bone width="96%" />
            <Bone width="88%" />
            <Bone width="46%" />
          </div>
          {picture ? <Bone shape="block" className={styles.picture} /> : null}
          <div className={styles.actions}>
            <Bone shape="block" width={75} height={36} />
            <Bone shape="block" width={67} height={36} />
          </div>
        </div>
      ))}
    </Skeleton>
  );
}

const BUBBLES = [
  [52, false],
  [38, false],
  [44, true],
  [60, false],
  [30, true],
  [26, true],
  [48, false],
] as const;

/** Bubbles of a conversation, on both sides. */
export function MessagesSkeleton() {
  return (
    <Skeleton className={styles.conversation}>
      {BUBBLES.map(([width, own], index) => (
        <Bone
          key={index}
          shape="block"
          width={`${width}%`}
          height={index % 3 === 0 ? 62 : 40}
          className={classNames(styles.bubble, own && styles.own)}
        />
      ))}
    </Skeleton>
  );
}

/** Any other page: a heading and a card. */
export function PageSkeleton() {
  return (
    <Skeleton className={styles.page}>
      <Bone width="46%" height={26} />
      <div className={styles.post}>
        <div className={styles.text}>
          <Bone width="92%" />
          <Bone width="84%" />
          <Bone width="60%" />
        </div>
        <Bone shape="block" className={styles.picture} />
      </div>
    </Skeleton>
  );
}

/** Tiles: photos, videos, games. */
export function TilesSkeleton({ tiles = 8, ratio = '1' }: { tiles?: number; ratio?: string }) {
  return (
    <Skeleton>
      <div className={styles.tiles}>
        {times(tiles, (index) => (
          <span
            key={index}
            className={classNames(styles.bone, styles.block)}
            style={{ aspectRatio: ratio }}
          />
        ))}
      </div>
    </Skeleton>
  );
}
