import { Comments, EmojiSlot } from '#features/reactions/parts.ts';
import { LikeButton } from '#ui/display/like-button.tsx';
import { useChangePhoto, useCountPhotoComments, useLikePhoto, type Photo } from './api.ts';
import styles from './photo-card.module.css';

/** The likes, the other reactions and the comments of a photo. */
export function PhotoReactions({ photo }: { photo: Photo }) {
  const like = useLikePhoto();
  const change = useChangePhoto();
  const count = useCountPhotoComments();
  return (
    <>
      <footer className={styles.foot}>
        <LikeButton
          liked={photo.liked}
          count={photo.likes}
          onToggle={() => like.mutate(photo)}
          label="Нравится фотография"
        />
        <EmojiSlot post={photo} change={change} />
      </footer>
      <div className={styles.conversation}>
        <Comments id={photo._id} onCount={(by) => count(photo._id, by)} />
      </div>
    </>
  );
}
