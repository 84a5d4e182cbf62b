import { useContext, useState } from 'react';
import { duration } from '#lib/text/format.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconVideo, IconX } from '#ui/icons.ts';
import { PostVideos, type AttachedVideo } from '#ui/media/post-videos.ts';
import type { PostForm } from './use-post-form.ts';
import styles from './post-options.module.css';

/** The button that adds a video of the own channel to a post that is being written. */
export function PostVideoButton({ form }: { form: PostForm }) {
  const [isOpen, setOpen] = useState(false);
  const { pick } = useContext(PostVideos);
  const onPick = ({ _id, title, preview, duration: seconds }: AttachedVideo) => {
    form.setVideo({ _id, title, preview, duration: seconds });
    setOpen(false);
  };
  return (
    <>
      <IconButton
        label="Добавить видео"
        icon={<IconVideo />}
        disabled={form.isSending}
        onClick={() => setOpen(true)}
      />
      {isOpen ? pick({ onPick, onClose: () => setOpen(false) }) : null}
    </>
  );
}
/** The video of a post that is being written, with a button that takes it away. */
export function ChosenVideo({ form: { video, setVideo, isSending } }: { form: PostForm }) {
  if (video === null) return null;
  return (
    <div className={styles.video}>
      <IconVideo size={20} aria-hidden="true" />
      <bdi className={styles.name}>{video.title}</bdi>
      <span>{duration(video.duration)}</span>
      <IconButton
        label="Убрать видео"
        icon={<IconX size={18} />}
        disabled={isSending}
        onClick={() => setVideo(null)}
      />
    </div>
  );
}
