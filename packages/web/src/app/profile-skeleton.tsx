import { PostsSkeleton, Skeleton, Bone } from '#ui/feedback/skeleton.tsx';
import styles from './profile-skeleton.module.css';

/** Placeholders for a profile's header and first post, in their final sizes. */
export function ProfileSkeleton() {
  return (
    <Skeleton className={styles.profile} label="Загружаем страницу">
      <div className={styles.head}>
        <div className={styles.cover} />
        <div className={styles.words}>
          <Bone width="60%" height={30} />
          <Bone width="40%" height={16} />
          <Bone width="80%" height={16} />
        </div>
      </div>
      <PostsSkeleton posts={1} />
    </Skeleton>
  );
}
